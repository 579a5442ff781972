// SPDX-License-Identifier: Apache-2.0
#include "tensor/page_locked.h"

#include <torch/torch.h>

#ifdef FW_CUDA
#include <cuda_runtime_api.h>
#include <sys/mman.h>

#include <bit>
#endif

namespace fw::tensor {

#ifdef FW_CUDA

std::optional<torch::Tensor> exact_page_locked(torch::IntArrayRef shape, torch::Dtype dtype) {
  constexpr size_t small = size_t{16} << 20;
  const size_t bytes = static_cast<size_t>(c10::multiply_integers(shape)) * c10::elementSize(dtype);
  if (bytes < small || std::bit_ceil(bytes) - bytes <= bytes / 8) return std::nullopt;
  // Whole pages of its own: a page can be locked for one owner only.
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  TORCH_CHECK_WITH(OutOfMemoryError, memory != MAP_FAILED, "No ", bytes, " bytes of host memory.");
  ::madvise(memory, bytes, MADV_HUGEPAGE);
  const cudaError_t result = cudaHostRegister(memory, bytes, cudaHostRegisterPortable);
  if (result != cudaSuccess) {
    static_cast<void>(cudaGetLastError());  // it is handled: the next call shall not report it
    ::munmap(memory, bytes);
    TORCH_CHECK_WITH(OutOfMemoryError, false, "No ", bytes,
                     " bytes of page-locked memory: ", cudaGetErrorString(result));
  }
  const auto release = [bytes](void* locked) {
    static_cast<void>(cudaHostUnregister(locked));  // fails when the device has: the pages go all the same
    ::munmap(locked, bytes);
  };
  return torch::from_blob(memory, shape, release, torch::TensorOptions(dtype));
}

#else

std::optional<torch::Tensor> exact_page_locked(torch::IntArrayRef, torch::Dtype) {
  return std::nullopt;
}

#endif

}  // namespace fw::tensor
