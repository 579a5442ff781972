// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>

#include "model_files/model_report.h"

/// Checks whether the files of a model match the networks built into this program. Networks are built on the
/// meta device and weights are read tensor by tensor, so that models of any size need little memory.
namespace fw::engine {

using model_files::ComponentReport;
using model_files::ModelReport;

/// Checks every component of a model and collects all problems.
/// @param on_tensor  called before each tensor whose values are read; may throw fw::Cancelled
/// @throws fw::Error engine.folder_missing if the folder does not exist. Thread: any.
/// Cost: one pass over the weights of each component with the right names and shapes.
ModelReport check_model(const catalog::ModelSource& source,
                        const std::function<void(size_t done, size_t total)>& on_tensor = {});

/// Compares the network that `config` (a component's config.json) describes with a list of names and shapes:
/// {"class": …, "parameters": {name: shape}, "buffers": {name: shape}, "total_parameters": n}.
/// @throws fw::Error base.bad_json, engine.bad_manifest, engine.unknown_component;
/// nn.bad_config
ComponentReport check_manifest(const std::filesystem::path& config, const std::filesystem::path& manifest);

}  // namespace fw::engine
