// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

/// NVML, the management library of NVIDIA's driver, opened at run time. It works without a context on the
/// GPU, which would take 0.3 to 0.5 GB of its memory for the lifetime of the process.
namespace fw::cuda {

struct CardMemory {
  uint64_t total_bytes = 0;  ///< more than CUDA reports, which excludes what the driver reserves
  uint64_t free_bytes = 0;
};
/// @param bus_id  from CardProperties
/// @return        nullopt without NVML, or if the GPU does not answer
/// Thread: any. Cost: below 1 ms; the first call takes tens of milliseconds.
std::optional<CardMemory> card_memory(const std::string& bus_id);

/// "580.65.06"; empty without NVML. Thread and cost: as above.
std::string nvml_driver_version();

}  // namespace fw::cuda
