// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <numeric>

#include "base/choices.h"

/// Memory by purpose, as counted by tensor/ and reported by plans.
namespace fw {

enum class MemoryRole {
  activation = 0,  ///< intermediate results of forward and backward
  weights,
  adapter,
  gradient,
  optimizer_state,
  latents,
  embeddings,
  staging,  ///< buffers of streaming and loading
};
inline constexpr size_t memory_role_count = 8;

constexpr auto choices_of(MemoryRole) {
  using enum MemoryRole;
  return std::array{Choice{activation, "activations"},    Choice{weights, "weights"},
                    Choice{adapter, "adapter"},           Choice{gradient, "gradients"},
                    Choice{optimizer_state, "optimizer"}, Choice{latents, "latents"},
                    Choice{embeddings, "embeddings"},     Choice{staging, "workspace"}};
}

/// Bytes of live tensors by purpose.
struct MemoryUse {
  std::array<int64_t, memory_role_count> by_role{};

  int64_t of(MemoryRole role) const { return by_role[static_cast<size_t>(role)]; }
  int64_t total() const { return std::accumulate(by_role.begin(), by_role.end(), int64_t{0}); }
  bool operator==(const MemoryUse&) const = default;
};

}  // namespace fw
