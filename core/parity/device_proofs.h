// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <functional>
#include <vector>

#include "engine_api/results.h"

namespace fw::parity {

/// The cases that come with the program, from `folder`/device_check.txt; none where they are not installed.
std::vector<std::filesystem::path> device_cases(const std::filesystem::path& folder);

/// How many computations prove_device() does.
int64_t proof_count(const std::vector<std::filesystem::path>& cases);

/// Computes the cases on the device, its training cases in every mode of memory too, and some steps of each
/// optimizer, in float32.
/// @param after_each  of the computations; may throw fw::Cancelled
/// @throws c10::OutOfMemoryError. Thread: any. Cost: seconds
std::vector<engine_api::DeviceProof> prove_device(torch::Device device,
                                                  const std::vector<std::filesystem::path>& cases,
                                                  const std::function<void()>& after_each);

}  // namespace fw::parity
