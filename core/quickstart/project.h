// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "project/project.h"

namespace fw::quickstart {

/// Where the sample model belongs, there or not.
std::filesystem::path quickstart_model_folder();

/// The folder that holds the sample's model/, clips/, held-out/, prior/ and run.toml.
/// @throws fw::Error quickstart.no_resources when the model is not there
std::filesystem::path quickstart_resources();

/// The project of the sample in `folder`: its clips, the bucket of its model and a run file, so that nothing
/// but Start is missing. What a call that was killed left undone is done now; a project that was whole is
/// only opened, with all that a person has changed in it.
/// @throws what opening, importing and writing throw. Thread: any. Cost: seconds the first time
project::Project open_quickstart_project(const std::filesystem::path& folder);

}  // namespace fw::quickstart
