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
/// Metadata of a LoRA file: the components of the model folder that it is for, separated by commas.
inline constexpr const char* lora_parts_key = "framewright_part";
/// The components that a LoRA file is for: those that its metadata names; for files of other programs the
/// second of two networks if the file's name contains "low_noise". Others are for "transformer".
/// @throws fw::Error safetensors.*
std::vector<std::string> lora_parts(const std::filesystem::path& lora);
/// Whether the model has a second network for a part of the timesteps, "transformer_2".
bool has_second_transformer(const catalog::ModelSource& model);
/// `part` if `transformer` is that one of the model's two networks, for attach_loras(); otherwise empty.
std::string only_part(nn::Module& transformer, const catalog::ModelSource& model, const std::string& part);
/// Adds LoRAs, in float32 on `device`, to the layers of the networks that lora_parts() names.
/// @param only  the component that `transformer` is, if the model has another one that is not loaded; files
///   for that one are left out. Empty: `transformer` has all of the model's networks.
/// @throws fw::Error for a file that is not a LoRA or does not fit
void attach_loras(nn::Module& transformer, std::string_view family, const std::vector<LoraChoice>& loras,
                  torch::Device device, std::string_view only = {});

/// Completes `target`, which contains a transformer, to a model folder: copies model_index.json from `model`
/// and links its other components from wherever they are, or copies them if the file system has no links.
/// @throws std::filesystem::filesystem_error, fw::Error base.read_failed, base.write_failed
void link_other_components(const catalog::ModelSource& model, const std::filesystem::path& target);

}  // namespace fw::inference
