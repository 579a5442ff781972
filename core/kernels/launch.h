// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

/// Starts the kernels of all .cu files here. The tests replace this header and card_lane.h to run the kernels
/// on the host (tests/support/host_lanes). C++17 for nvcc.
namespace fw::kernels {

/// Launches `kernel` on a stream, a cudaStream_t.
/// @param shared_bytes  of dynamic_shared()  @return  the cudaError_t of the launch
template <auto kernel, class... Arguments>
int launch(dim3 blocks, dim3 threads, void* stream, int shared_bytes, const Arguments&... arguments) {
  if (shared_bytes > 48 << 10) {  // beyond the default limit
    const cudaError_t allowed =
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes);
    if (allowed != cudaSuccess) return static_cast<int>(allowed);
  }
  kernel<<<blocks, threads, static_cast<size_t>(shared_bytes), static_cast<cudaStream_t>(stream)>>>(
      arguments...);
  return static_cast<int>(cudaGetLastError());
}

/// The block's dynamic shared memory, whose size is set at launch.
__device__ inline char* dynamic_shared() {
  extern __shared__ __align__(128) char memory[];
  return memory;
}

}  // namespace fw::kernels
