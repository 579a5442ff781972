// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <optional>

#include "base/atomic_file.h"
#include "catalog/model_choices.h"
#include "catalog/model_spec.h"

/// What requests (engine_api/requests.h) mean here.
namespace fw::engine {

/// @throws fw::Error config.* for Dtype::automatic and a folder that is no model
torch::Dtype dtype_of(catalog::Dtype dtype, torch::Device device, const std::filesystem::path& model_folder);

/// Whether the user allowed what has the name of a target to be replaced.
inline Existing existing_of(bool overwrite) {
  return overwrite ? Existing::replace : Existing::refuse;
}

/// The model's usual task, where none is named. @throws fw::Error config.* for a folder that is no model
catalog::VideoTask task_of(std::optional<catalog::VideoTask> task, const std::filesystem::path& model_folder);

}  // namespace fw::engine
