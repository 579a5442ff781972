// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace fw {

/// XXH3-128, computed incrementally: identifies contents (clips, cache entries, weights) and detects damage.
/// XXH3 runs at memory speed (SHA-256 without hardware support reaches a twentieth of that); its
/// specification is frozen, and 128 bits rule out accidental collisions. It does not resist deliberate
/// collisions, which would only harm the user's own data.
/// Thread: one at a time per object. Source: the xxHash specification 0.8.
class Hash128 {
 public:
  Hash128();
  void update(std::span<const std::byte> bytes);
  void update(std::string_view text) { update(std::as_bytes(std::span(text))); }
  /// 32 lower-case hexadecimal digits for all bytes so far.
  std::string hex() const;

 private:
  struct State;
  struct FreeState {
    void operator()(State* state) const;
  };
  std::unique_ptr<State, FreeState> state_;
};

std::string hash_hex(std::string_view text);

}  // namespace fw
