// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/libtorch.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// A GPU for tests, as PyTorch's "privateuseone" device: it computes with the CPU's kernels, and is stricter
/// than a GPU.
///   - Work is queued on streams, and runs only when the host waits for it, as late as possible; streams not
///     ordered by events run in an order determined by a seed.
///   - Host code cannot touch device memory, nor page-locked memory that a queued copy reads or writes.
///   - Freed memory is overwritten with ones (NaN) and reused for the next request.
///   - Vector clocks compare every operator's reads and writes with all earlier ones: a missing wait is a
///     fault when the operator is launched, whatever order the streams run in.
/// Faults are collected, not thrown. Values are the CPU's, except random numbers drawn on the device.
/// Thread: any; one lock guards everything. Source for the rules: CUDA's programming guide on streams, and
/// PyTorch's caching allocators.
namespace fw::pretend_gpu {

struct Options {
  uint64_t seed = 0;                        ///< order of streams
  int64_t memory_bytes = int64_t{4} << 30;  ///< per device
};

/// Registers three devices with PyTorch, once per process, and resets them: queues must be empty.
void begin(const Options& options = {});

/// Waits for all streams of all devices. @return the faults since begin(), oldest first
std::vector<std::string> end();

/// Makes the n-th allocation from now on, counted from 1, fail. 0: none.
void fail_allocation(int64_t n);

struct Counters {
  int64_t launches = 0;     ///< queued operators and copies
  int64_t waits = 0;        ///< of the host for a stream, an event or a device
  int64_t allocations = 0;  ///< of device memory
  int64_t page_locked_bytes = 0, page_locked_peak_bytes = 0;
};
Counters counters();
/// Launches by operator name, such as "aten::add"; copies by kind.
/// @param bytes  counts only operators whose largest tensor has at least this size
std::map<std::string, int64_t> launches_by_name(size_t bytes = 0);
/// Resets peaks to the current allocation.
void forget_peaks();

/// Pins memory owned by the caller, as cudaHostRegister does; its copies run late.
void lock_pages(void* memory, size_t bytes);
/// A fault if a copy is pending, or could be because the host has not waited for it.
void unlock_pages(void* memory);

torch::Device device(int index = 0);

}  // namespace fw::pretend_gpu
