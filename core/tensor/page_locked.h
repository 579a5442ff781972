// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <optional>

namespace fw::tensor {

/// Functions with which a type of device locks memory that it did not allocate. Those of CUDA are built in.
struct PageLocks {
  /// @return true on success
  bool (*lock)(void* memory, size_t bytes, torch::Device device);
  void (*unlock)(void* memory);
};
/// For devices provided by tests. Call before the first tensor on such a device.
void set_page_locks(torch::DeviceType type, const PageLocks& locks);

/// Returns a mapping of whole pages as a tensor [bytes] uint8 that unmaps it when freed; page-locked if the
/// device has page locks. @throws c10::OutOfMemoryError if the system refuses to lock it; it is then unmapped
torch::Tensor own_mapping(void* memory, size_t bytes, torch::Device device);

/// Allocates page-locked host memory of exactly the tensor's size. LibTorch's own allocator rounds up to a
/// power of two, 512 MiB for a block of 264. Returns nullopt for small tensors, for sizes where LibTorch
/// wastes little, and for devices without page locks. Copies from and to it must be complete when it is
/// freed.
/// @throws c10::OutOfMemoryError if the system refuses. Thread: any. Cost: tenths of a second per gigabyte.
std::optional<torch::Tensor> exact_page_locked(torch::IntArrayRef shape, torch::Dtype dtype,
                                               torch::Device device);

}  // namespace fw::tensor
