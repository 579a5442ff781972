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

/// Reads a LoRA in any of the formats of LoraFormat. Its scale is alpha / rank, where alpha comes from the
/// metadata or from a tensor of its own; a file that says nothing has alpha = rank.
/// @param paths  the model's linear layers (linear_paths), to which names are resolved
/// @throws fw::Error adapters.bad_lora, which lists everything that is no LoRA of this model;
///   safetensors.*
LoraFile load_lora(const std::filesystem::path& file, const std::vector<std::string>& paths);

/// Writes one file, atomically. In the format `diffusers` rank and alpha go into the metadata as PEFT writes
/// them, so that `load_lora_weights` gets the same scale.
/// @param metadata  kept beside it, e.g. what the LoRA was trained on
/// @throws fw::Error base.write_failed, base.file_exists
void save_lora(const std::filesystem::path& file, const Lora& lora, LoraFormat format,
               const safetensors::Metadata& metadata = {}, Existing existing = Existing::refuse);

}  // namespace fw::adapters
