// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace fw {

/// XXH3-128 of bytes as they come: names contents (clips, cache entries, weights) and finds damage.
/// XXH3 because it runs as fast as memory is read (SHA-256 without the processor's help manages a twentieth
/// of that); its specification is frozen, and 128 bits leave no chance of two contents meeting by accident.
/// It does not withstand someone who makes two meet on purpose, which here would harm only his own data.
/// Thread: one at a time an object. Source: the xxHash specification 0.8.
class Hash128 {
 public:
  Hash128();
  void update(std::span<const std::byte> bytes);
  void update(std::string_view text) { update(std::as_bytes(std::span(text))); }
  /// 32 lower-case hexadecimal digits of all bytes so far.
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
