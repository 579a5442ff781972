// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <string>

/// Simulated cards compute the project's own kernels if MADE_UP_KERNELS names the library that runs them on
/// the host (support/host_lanes/lanes.h), and nothing else.
namespace made_up {

bool has_kernels();
/// Runs the kernel if it is the project's. @param name  as mangled by nvcc
cudaError_t run_kernel(const std::string& name, dim3 blocks, dim3 threads, size_t shared_bytes,
                       void** arguments);
void note_launch(const std::string& name, int card, cudaStream_t stream);

}  // namespace made_up

/// The last launch in this process, for tests.
extern "C" void made_up_last_launch(std::string& kernel, int& card, void*& stream);
