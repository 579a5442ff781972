// SPDX-License-Identifier: Apache-2.0
#include "distributed/recent_calls.h"

#include <torch/csrc/distributed/c10d/FlightRecorder.hpp>

#include "cuda/part.h"

namespace fw::distributed {

std::string recent_calls(torch::Device device) {
  return device.is_cuda() ? cuda::loaded_part().recent_nccl_calls()
                          : c10d::dump_fr_trace_json(true, /*onlyActive=*/false);
}

}  // namespace fw::distributed
