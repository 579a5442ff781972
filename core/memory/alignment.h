// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace fw::memory {

/// What CUDA's own memory is aligned to: tensors that share one piece of memory each begin at a multiple of
/// it, so that kernels choose the same way as for tensors of their own.
inline constexpr int64_t alignment = 256;

/// So many bytes, rounded up to it.
inline int64_t aligned(size_t bytes) {
  return (static_cast<int64_t>(bytes) + alignment - 1) / alignment * alignment;
}

}  // namespace fw::memory
