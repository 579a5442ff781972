// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>

/// Replaces core/kernels/launch.h.
namespace fw::kernels {

template <auto kernel, class... Arguments>
int launch(dim3 blocks, dim3 threads, void*, int shared_bytes, const Arguments&... arguments) {
  return host_lanes::launch_with<kernel>(kernel, blocks, threads, static_cast<size_t>(shared_bytes),
                                         arguments...);
}

inline char* dynamic_shared() {
  return host_lanes::dynamic_shared();
}

}  // namespace fw::kernels
