// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "adapters/lora.h"
#include "base/atomic_file.h"
#include "model_files/lora_keys.h"
#include "safetensors/header.h"

namespace fw::adapters {

using model_files::LoraFormat;

/// What a LoRA file holds.
struct LoraFile {
  Lora lora;  ///< on the CPU, in the dtype of the file
  LoraFormat format = LoraFormat::diffusers;
  safetensors::Metadata metadata;
};

/// The model that a file is for: its linear layers, and what its family calls them elsewhere.
struct LoraTarget {
  std::map<std::string, int64_t> outputs;  ///< features that each layer gives, by its path
  const catalog::KeyNames* names = &model_files::key_names({});
};
LoraTarget lora_target(nn::Module& model, std::string_view family);

/// Reads a LoRA in any of the formats of LoraFormat. Its scale is alpha / rank, where alpha comes from the
/// metadata or from a tensor of its own; a file that says nothing has alpha = rank. A fused matrix gives each
/// of its layers its rows of B and a copy of A.
/// @throws fw::Error adapters.bad_lora, which lists everything that is no LoRA of this model;
///   safetensors.*
LoraFile load_lora(const std::filesystem::path& file, const LoraTarget& target);

/// Writes one file, atomically. In the format `diffusers` rank and alpha go into the metadata as PEFT writes
/// them, so that `load_lora_weights` gets the same scale. Layers that are fused in the format become one
/// module: with the A that all of them have, else with all their A's and a B that is zero where they do not
/// meet.
/// @param metadata  kept beside it, e.g. what the LoRA was trained on
/// @return as tensor::save_tensors
/// @throws fw::Error base.write_failed, base.file_exists
std::string save_lora(const std::filesystem::path& file, const Lora& lora, LoraFormat format,
                      const LoraTarget& target = {}, const safetensors::Metadata& metadata = {},
                      Existing existing = Existing::refuse);

}  // namespace fw::adapters
