// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine_api/job.h"

namespace fw::engine {

/// What one device reached.
struct DeviceFigures {
  std::string device;
  std::string name;
  std::string dtype;              ///< of the matrix product
  double tflops = 0;              ///< best of the timed square matrix products
  double copy_gb_per_s = 0;       ///< read + written bytes of a copy on the device, 1e9 a second
  double upload_gb_per_s = 0;     ///< pinned host memory to device; 0 for the CPU
  double max_relative_error = 0;  ///< of the product against float64 on sampled rows
};

/// Allocates, multiplies and copies on each device ("cpu", "cuda:N"; empty: all) and measures it.
/// Params: {"devices": ["cpu"]}. Result: {"devices": [DeviceFigures]}. Fails where a product is wrong.
engine_api::Outcome run_device_check(const nlohmann::json& params, engine_api::JobContext& context);

}  // namespace fw::engine
