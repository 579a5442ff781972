// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <functional>
#include <vector>

#include "engine_api/results.h"

namespace fw::parity {

/// The installed cases listed in `folder`/device_check.txt; empty if they are not installed.
std::vector<std::filesystem::path> device_cases(const std::filesystem::path& folder);

/// Number of computations in prove_device().
int64_t proof_count(const std::vector<std::filesystem::path>& cases);

/// Computes the cases on the device, its training cases also in every memory mode, and some steps of each
/// optimizer, in float32.
/// @param after_each  called after each computation; may throw fw::Cancelled
/// @throws c10::OutOfMemoryError. Thread: any. Cost: seconds
std::vector<engine_api::DeviceProof> prove_device(torch::Device device,
                                                  const std::vector<std::filesystem::path>& cases,
                                                  const std::function<void()>& after_each);

}  // namespace fw::parity
