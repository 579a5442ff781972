// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

/// NVML, the management library that comes with NVIDIA's driver, opened at run time. It answers without a
/// context on the card, which would take 0.3 to 0.5 GB of its memory for as long as the process lives.
namespace fw::cuda {

struct CardMemory {
  uint64_t total_bytes = 0;  ///< more than CUDA says, which leaves out what the driver keeps
  uint64_t free_bytes = 0;
};
/// @param bus_id  as CardProperties has it
/// @return        nothing without NVML, or when the card does not answer
/// Thread: any. Cost: below a millisecond; the first call tens of milliseconds.
std::optional<CardMemory> card_memory(const std::string& bus_id);

/// "580.65.06"; empty without NVML. Thread and cost: as above.
std::string nvml_driver_version();

}  // namespace fw::cuda
