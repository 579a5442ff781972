// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "model_files/model_report.h"

/// Whether the files of a model are those of the networks that this program builds. Only headers and configs
/// are read, and networks are built on the meta device: a 20 GB model takes well under a second and no
/// memory.
namespace fw::engine {

using model_files::ComponentReport;
using model_files::ModelReport;

/// Looks at every component of a model and collects all that is wrong.
/// @throws fw::Error engine.folder_missing when its folder is none. Thread: any.
ModelReport check_model(const catalog::ModelSource& source);

/// Compares the network that `config` (a component's config.json) describes with a list of names and shapes:
/// {"class": …, "parameters": {name: shape}, "buffers": {name: shape}, "total_parameters": n}.
/// @throws fw::Error base.bad_json, engine.bad_manifest, engine.unknown_component;
/// nn.bad_config
ComponentReport check_manifest(const std::filesystem::path& config, const std::filesystem::path& manifest);

}  // namespace fw::engine
