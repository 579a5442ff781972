// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>

#include "base/resource_watch.h"

namespace fw::training {

/// Reads the resources that a run must not run out of. @param folder  the run's own. Thread: any. Cost: below
/// 1 ms.
ResourceReading read_resources(const std::filesystem::path& folder, torch::Device device);

}  // namespace fw::training
