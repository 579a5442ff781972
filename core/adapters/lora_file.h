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
  std::string unused_network_alpha;  ///< see LoraContents
};

/// The model that a file is for: its linear layers, and what its family calls them elsewhere.
struct LoraTarget {
  std::map<std::string, int64_t> outputs;  ///< features that each layer gives, by its path
  const catalog::KeyNames* names = &model_files::key_names({});
};
LoraTarget lora_target(nn::Module& model, std::string_view family);

enum class Values { usable, any };
/// The one reading of a LoRA: whatever uses a file goes through it. Any of the formats of LoraFormat; the
/// scale is alpha / rank, where alpha comes from a tensor of its own or from the metadata, and is the rank
/// where neither states it. A fused matrix gives each of its layers its rows of B and a copy of A.
/// @param values  any: for a check, which reports what is wrong with them
/// @throws fw::Error model_files.bad_lora, as read_lora_contents; adapters.bad_lora for modules that are not
///   layers of the model; adapters.not_finite, adapters.too_large; safetensors.*
/// Cost: a pass over the values.
LoraFile load_lora(const std::filesystem::path& file, const LoraTarget& target,
                   Values values = Values::usable);

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
