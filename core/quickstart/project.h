// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "project/project.h"

namespace fw::quickstart {

/// The location of the sample model, which need not exist.
std::filesystem::path quickstart_model_folder();

/// The folder with the sample's model/, clips/, held-out/, prior/ and run.toml.
/// @throws fw::Error quickstart.no_resources if the model does not exist
std::filesystem::path quickstart_resources();

/// The sample's project in `folder`: its clips, the bucket of its model and a run file, ready to start.
/// Completes what an interrupted call left undone; a complete project is only opened, with all of the user's
/// changes.
/// @throws errors of opening, importing and writing. Thread: any. Cost: seconds the first time
project::Project open_quickstart_project(const std::filesystem::path& folder);

}  // namespace fw::quickstart
