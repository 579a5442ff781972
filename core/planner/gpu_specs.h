// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/computed_work.h"

/// Figures that no dry run can determine, with their sources.
namespace fw::planner {

/// The rates that kernels reach, as fractions of the manufacturer's figures.
struct ReachedShares {
  double products, attention, attention_backward;  ///< of bf16_tflops
  double memory;                                   ///< of memory_gb_per_s
  bool published;                                  ///< for this GPU's chip; false: for its closest relative
};

/// A GPU that is used for training.
struct GpuSpec {
  std::string_view name;  ///< part of the driver's name for it
  double memory_gib;
  std::string_view compute_capability;
  double bf16_tflops;  ///< dense, accumulated in float32; manufacturer's figure
  double memory_gb_per_s;
  ReachedShares reached;
};

/// Thread: any.
std::span<const GpuSpec> gpu_specs();
/// The GPU whose name is the longest part of `name`, ignoring case; nullptr if none matches.
const GpuSpec* find_gpu_spec(std::string_view name);
/// @throws fw::Error planner.unknown_card
const GpuSpec& known_gpu_spec(std::string_view name);

/// A roofline estimate: the times of all kinds of work at the rates their kernels reach, added up. Excludes
/// copies over the bus.
double seconds_on(const GpuSpec& card, const ComputedWork& work);

/// Memory that a process needs on a device besides its tensors.
struct DeviceOverhead {
  int64_t context_bytes;    ///< CUDA's context and loaded kernels
  int64_t workspace_bytes;  ///< of cuBLAS and cuDNN
  double fragmentation;     ///< share of the tensors' peak that the allocator cannot use
  bool measured;

  int64_t fixed_bytes() const { return context_bytes + workspace_bytes; }
  /// @param tensors  bytes of a phase's tensors
  int64_t bytes(int64_t tensors) const {
    return fixed_bytes() + static_cast<int64_t>(fragmentation * static_cast<double>(tensors));
  }
};
/// Whether the memory limit of a plan still has to provide the context.
enum class CudaContext { counted, opened_before };
DeviceOverhead cuda_overhead(CudaContext context = CudaContext::counted);

}  // namespace fw::planner
