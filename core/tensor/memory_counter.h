// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <array>
#include <cstdint>
#include <memory>

#include "tensor/placement.h"

namespace fw::tensor {

inline constexpr size_t placement_count = 3;
inline constexpr size_t phase_count = 9;

using fw::MemoryUse;

/// Counts the bytes of tensors that the calling thread creates during the counter's lifetime, on the meta
/// device and on the CPU (including mapped weights), by placement, role and phase. A tensor counts until any
/// thread frees it. Dry runs and CPU runs therefore count in the same way: the requested bytes, or for CUDA
/// those rounded up to the 512-byte blocks of its allocator. In a dry run of CUDA, CPU tensors (drawn noise,
/// tables) count as host memory, as in the real run.
/// Thread: one for each thread. Cost: below 100 ns per allocation; nothing on threads that do not count.
class MemoryCounter {
 public:
  MemoryCounter();
  ~MemoryCounter();
  MemoryCounter(const MemoryCounter&) = delete;
  MemoryCounter& operator=(const MemoryCounter&) = delete;

  /// Bytes that are in use now.
  MemoryUse live(Placement placement) const;
  /// Bytes in use at the peak since the start or the last reset, in one phase or overall.
  MemoryUse peak(Placement placement) const;
  MemoryUse peak(Placement placement, Phase phase) const;
  /// Peak over all placements together; for computation on the CPU.
  MemoryUse peak_of_all() const;
  /// Bytes of the largest single tensor since the start.
  int64_t largest() const;
  /// Peak of pageable and page-locked host memory together. A block copied to page-locked memory no longer
  /// needs the pages of its file.
  int64_t peak_of_host() const;
  /// Restarts the peaks from what is in use now.
  void reset_peaks();

  struct Ledger;

 private:
  std::shared_ptr<Ledger> ledger_;
  std::shared_ptr<Ledger> before_;  ///< the counter that this one replaces for its lifetime
};

/// Pauses counting on the calling thread during its lifetime, for tensors that only hold a shape until they
/// are replaced.
class CountingPause {
 public:
  CountingPause();
  ~CountingPause();
  CountingPause(const CountingPause&) = delete;

 private:
  std::shared_ptr<MemoryCounter::Ledger> before_;
};

/// Returns memory that large CPU tensors no longer use to the system. Thread: any.
void release_cpu_memory();

/// Changes the role of a counted tensor afterwards: autograd does not know that it allocates a gradient. Does
/// nothing for tensors that are not counted.
void set_role(const torch::Tensor& tensor, Role role);

/// Placement of a tensor of a dry run; `device` for all others, whose device() tells where they are.
Placement placement_of(const torch::Tensor& tensor);

/// Counts memory that does not come from LibTorch's allocators, such as a mapped file, until the result is
/// destroyed. Null if the thread does not count.
std::shared_ptr<void> count_bytes(size_t bytes, Placement placement, Role role);

}  // namespace fw::tensor
