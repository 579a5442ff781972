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

/// Counts the bytes of the tensors that the calling thread makes while this lives: those of the meta device
/// and of the CPU (also mapped weights), by placement, role and phase. A tensor counts until it is freed, by
/// whatever thread. A dry run and a run on the CPU are so counted by the same definition: bytes that were
/// asked for; for CUDA in the blocks of 512 bytes that its allocator makes of them.
/// In a dry run of CUDA, tensors of the CPU (drawn noise, tables) are host memory, as they are in the run.
/// Thread: one for each thread. Cost: below 100 ns an allocation; nothing on threads that do not count.
class MemoryCounter {
 public:
  MemoryCounter();
  ~MemoryCounter();
  MemoryCounter(const MemoryCounter&) = delete;
  MemoryCounter& operator=(const MemoryCounter&) = delete;

  /// What lives now.
  MemoryUse live(Placement placement) const;
  /// What lived when most did, since the start or the last reset, in one phase or in any.
  MemoryUse peak(Placement placement) const;
  MemoryUse peak(Placement placement, Phase phase) const;
  /// Of all places together: what matters where the CPU computes.
  MemoryUse peak_of_all() const;
  /// Bytes of the largest single tensor since the start.
  int64_t largest() const;
  /// Bytes of ordinary and page-locked host memory at the same time: a block that was copied to page-locked
  /// memory is no longer needed in the file it came from.
  int64_t peak_of_host() const;
  /// Peaks start again from what lives now.
  void reset_peaks();

  struct Ledger;

 private:
  std::shared_ptr<Ledger> ledger_;
  std::shared_ptr<Ledger> before_;  ///< of the counter that this one replaces for a while
};

/// While it lives the calling thread counts nothing: for tensors that only hold a shape until they are
/// replaced.
class CountingPause {
 public:
  CountingPause();
  ~CountingPause();
  CountingPause(const CountingPause&) = delete;

 private:
  std::shared_ptr<MemoryCounter::Ledger> before_;
};

/// What the large tensors of the CPU have left behind goes back to the system. Thread: any.
void release_cpu_memory();

/// Says afterwards what a counted tensor is for: autograd does not know that what it hands to a parameter is
/// a gradient. Nothing for tensors that are not counted.
void set_role(const torch::Tensor& tensor, Role role);

/// Where a tensor of a dry run counts. `device` for all others, which really are where their device() says.
Placement placement_of(const torch::Tensor& tensor);

/// Counts memory that no allocator of LibTorch's gives, such as a mapped file, until the result is dropped;
/// nullptr when the thread does not count.
std::shared_ptr<void> count_bytes(size_t bytes, Placement placement, Role role);

}  // namespace fw::tensor
