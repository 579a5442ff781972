// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <vector>

#include "catalog/catalog.h"
#include "model_files/lora_choice.h"
#include "nn/module.h"

namespace fw::inference {

using model_files::LoraChoice;
/// Puts LoRAs, in float32 on `device`, on top of a transformer's layers. @throws fw::Error for a file that is
/// none or does not fit
void attach_loras(nn::Module& transformer, std::string_view family, const std::vector<LoraChoice>& loras,
                  torch::Device device);

/// Makes `target`, which holds a transformer, a whole model folder: model_index.json is copied from `model`,
/// and its other components, wherever they lie, become links, or copies where the file system has no links.
/// @throws std::filesystem::filesystem_error, fw::Error base.read_failed, base.write_failed
void link_other_components(const catalog::ModelSource& model, const std::filesystem::path& target);

}  // namespace fw::inference
