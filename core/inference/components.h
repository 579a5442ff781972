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
/// Metadata of a LoRA file: the component of the model folder that it is for.
inline constexpr const char* lora_part = "framewright_part";
/// Adds LoRAs, in float32 on `device`, to a transformer's layers. A file applies to the second of two networks
/// if its metadata names that part or, for files of other programs, if its name contains "low_noise".
/// @throws fw::Error for a file that is not a LoRA or does not fit
void attach_loras(nn::Module& transformer, std::string_view family, const std::vector<LoraChoice>& loras,
                  torch::Device device);

/// Completes `target`, which contains a transformer, to a model folder: copies model_index.json from `model`
/// and links its other components from wherever they are, or copies them if the file system has no links.
/// @throws std::filesystem::filesystem_error, fw::Error base.read_failed, base.write_failed
void link_other_components(const catalog::ModelSource& model, const std::filesystem::path& target);

}  // namespace fw::inference
