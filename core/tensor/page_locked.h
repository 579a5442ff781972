// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <optional>

namespace fw::tensor {

/// How a kind of device locks memory that it did not allocate. CUDA's is built in.
struct PageLocks {
  /// @return whether the system allowed it
  bool (*lock)(void* memory, size_t bytes, torch::Device device);
  void (*unlock)(void* memory);
};
/// For devices that a test brings. Thread: before the first tensor of that kind.
void set_page_locks(torch::DeviceType type, const PageLocks& locks);

/// A mapping of whole pages as a tensor [bytes] uint8 that unmaps it at its end, page-locked where the device
/// has page locks. @throws c10::OutOfMemoryError when the system refuses to lock it; it is unmapped then
torch::Tensor own_mapping(void* memory, size_t bytes, torch::Device device);

/// Page-locked host memory of exactly the tensor's size, where LibTorch's own would waste much: it rounds up
/// to a power of two, which makes 512 MiB of a block's 264. Nothing for small tensors, for those that fit
/// well, and for devices without page locks. Copies from and to it must have ended when it is freed.
/// @throws c10::OutOfMemoryError when the system refuses. Thread: any. Cost: tenths of a second a gigabyte.
std::optional<torch::Tensor> exact_page_locked(torch::IntArrayRef shape, torch::Dtype dtype,
                                               torch::Device device);

}  // namespace fw::tensor
