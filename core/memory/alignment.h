// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace fw::memory {

/// The alignment of CUDA's allocations. Tensors that share an allocation begin at multiples of it, so that
/// kernels are chosen as for tensors with their own allocations.
inline constexpr int64_t alignment = 256;

/// Rounds `bytes` up to the alignment.
inline int64_t aligned(size_t bytes) {
  return (static_cast<int64_t>(bytes) + alignment - 1) / alignment * alignment;
}

}  // namespace fw::memory
