// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/computed_work.h"

/// Figures that no dry run gives: data, each with where it is from.
namespace fw::planner {

/// The rates that kernels reach, as shares of the maker's figures.
struct ReachedShares {
  double products, attention, attention_backward;  ///< of bf16_tflops
  double memory;                                   ///< of memory_gb_per_s
  bool published;  ///< for this card's chip; else that of its nearest relative
};

/// A graphics card that people train on.
struct GpuSpec {
  std::string_view name;  ///< part of what the driver calls it
  double memory_gib;
  std::string_view compute_capability;
  double bf16_tflops;  ///< dense, sums in float32: the maker's figure
  double memory_gb_per_s;
  ReachedShares reached;
};

/// Thread: any.
std::span<const GpuSpec> gpu_specs();
/// The card whose name is the longest part of `name`, letter case aside; nullptr when there is none.
const GpuSpec* find_gpu_spec(std::string_view name);
/// @throws fw::Error planner.unknown_card
const GpuSpec& known_gpu_spec(std::string_view name);

/// A roofline: each kind of work at what its kernels reach, one after the other. Copies over the bus are not
/// in it.
double seconds_on(const GpuSpec& card, const ComputedWork& work);

/// What a process needs on a device beside its tensors.
struct DeviceOverhead {
  int64_t context_bytes;    ///< CUDA's context and the kernels that are loaded
  int64_t workspace_bytes;  ///< of cuBLAS and cuDNN
  double fragmentation;     ///< of the tensors' peak: what the caching allocator cannot use
  bool measured;

  int64_t fixed_bytes() const { return context_bytes + workspace_bytes; }
  /// @param tensors  bytes of a phase's tensors
  int64_t bytes(int64_t tensors) const {
    return fixed_bytes() + static_cast<int64_t>(fragmentation * static_cast<double>(tensors));
  }
};
/// Whether the context is still to come out of the memory that is planned with.
enum class CudaContext { counted, opened_before };
DeviceOverhead cuda_overhead(CudaContext context = CudaContext::counted);

}  // namespace fw::planner
