// SPDX-License-Identifier: Apache-2.0
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime_api.h>
#define USE_C10D_NCCL  // LibTorch's headers need this to declare what the wheel contains
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>

#include <array>
#include <chrono>
#include <cstdlib>

#include "cuda/part.h"

static_assert(CUDART_VERSION / 10 == 1300, "change cuda::version, and look up cuda::minimum_driver");

namespace fw::cuda {

namespace {

c10::DeviceIndex index_of(int card) {
  return static_cast<c10::DeviceIndex>(card);
}

bool properties(int card, CardProperties& properties) {
  cudaDeviceProp found{};
  std::array<char, 32> bus_id{};
  if (cudaGetDeviceProperties(&found, card) != cudaSuccess ||
      cudaDeviceGetPCIBusId(bus_id.data(), bus_id.size(), card) != cudaSuccess)
    return false;
  properties = {found.name, found.major, found.minor, found.totalGlobalMem, bus_id.data()};
  return true;
}

bool lock_pages(void* memory, size_t bytes, int card) {
  const c10::cuda::CUDAGuard guard(index_of(card));  // otherwise the first GPU is initialised, too
  const bool locked = cudaHostRegister(memory, bytes, cudaHostRegisterPortable) == cudaSuccess;
  if (!locked) static_cast<void>(cudaGetLastError());  // handled: must not be reported by the next call
  return locked;
}

void unlock_pages(void* memory) {
  static_cast<void>(cudaHostUnregister(memory));  // may fail on a lost device
}

/// Runs launch(stream), which returns a CUDA error, on a GPU's current stream.
template <class Launch>
void launch_on(int card, const Launch& launch) {
  const c10::cuda::CUDAGuard guard(index_of(card));
  C10_CUDA_CHECK(static_cast<cudaError_t>(launch(c10::cuda::getCurrentCUDAStream().stream())));
}

void adam(const kernels::AdamTensors& tensors, const kernels::AdamScalars& scalars, int card) {
  launch_on(card, [&](cudaStream_t stream) { return kernels::adam_cuda(tensors, scalars, stream); });
}

void dequantise(const kernels::LowBitMatrix& matrix, kernels::ValueType type, void* values, int card) {
  launch_on(card,
            [&](cudaStream_t stream) { return kernels::dequantise_cuda(matrix, type, values, stream); });
}

template <class Arguments>
void run(const Arguments& arguments, int card) {
  launch_on(card, [&](cudaStream_t stream) { return kernels::run_cuda(arguments, stream); });
}

c10::intrusive_ptr<c10d::Backend> make_nccl(const c10::intrusive_ptr<c10d::Store>& store, int64_t rank,
                                            int64_t size) {
  // Ranks detects and names late and lost ranks. NCCL's own watchdog and heartbeat monitor would end the
  // process first, without naming the rank.
  ::setenv("TORCH_NCCL_ASYNC_ERROR_HANDLING", "2", /*overwrite=*/0);
  ::setenv("TORCH_NCCL_ENABLE_MONITORING", "0", /*overwrite=*/0);
  const auto options = c10d::ProcessGroupNCCL::Options::create();
  options->timeout = std::chrono::hours(24 * 365);
  return c10::make_intrusive<c10d::ProcessGroupNCCL>(store, static_cast<int>(rank), static_cast<int>(size),
                                                     options);
}

std::string recent_nccl_calls() {
  return c10d::dump_nccl_trace_json(true, /*onlyActive=*/false);
}

}  // namespace

}  // namespace fw::cuda

extern "C" const fw::cuda::Part* framewright_cuda_part(size_t size) noexcept {
  using namespace fw::cuda;
  namespace kernels = fw::kernels;
  static constexpr Part part{properties,
                             lock_pages,
                             unlock_pages,
                             adam,
                             dequantise,
                             {run<kernels::NormForward>, run<kernels::NormBackward>, run<kernels::NormSums>,
                              run<kernels::RotateForward>, run<kernels::RotateBackward>},
                             {run<kernels::ActivationForward>, run<kernels::ActivationBackward>},
                             {run<kernels::LossForward>, run<kernels::LossBackward>},
                             {run<kernels::Int8Rows>, run<kernels::Int8Attention>},
                             make_nccl,
                             recent_nccl_calls};
  return size == sizeof part ? &part : nullptr;
}
