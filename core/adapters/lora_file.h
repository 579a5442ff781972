// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "adapters/lora.h"
#include "base/atomic_file.h"
#include "model_files/comfy_reading.h"
#include "model_files/lora_keys.h"
#include "safetensors/header.h"

namespace fw::adapters {

using model_files::LoraFormat;

/// The contents of a LoRA file.
struct LoraFile {
  Lora lora;  ///< on the CPU, in the dtype of the file
  LoraFormat format = LoraFormat::diffusers;
  safetensors::Metadata metadata;
  std::string unused_network_alpha;  ///< see LoraContents
  model_files::ComfyReading comfyui;
};

/// The model that a file is for: its linear layers, and its family's names elsewhere.
struct LoraTarget {
  std::map<std::string, int64_t> outputs;  ///< output features of each layer, by its path
  /// Sizes of the tensors that a file can change as a whole, by their names.
  std::map<std::string, std::vector<int64_t>> tensors{};
  const catalog::KeyNames* names = &model_files::key_names({});
  /// For a file with modules of two networks ("transformer", "transformer_2"): reads only this one's.
  std::string part{};
};
LoraTarget lora_target(nn::Module& model, std::string_view family);

enum class Values { usable, any };
/// Reads a LoRA in any format of LoraFormat; all code that uses LoRA files calls this. The scale is alpha /
/// rank, where alpha comes from a separate tensor or from the metadata, and defaults to the rank. A fused
/// matrix yields for each of its layers the layer's rows of B (of LoHa and LoKr likewise) and a copy of A.
/// @param values  any: for a check, which reports their problems
/// @throws fw::Error model_files.bad_lora, as read_lora_contents; adapters.bad_lora for modules that are not
///   layers of the model; adapters.not_finite, adapters.too_large; safetensors.*
/// Cost: one pass over the values.
LoraFile load_lora(const std::filesystem::path& file, const LoraTarget& target,
                   Values values = Values::usable);

/// Whether a file has modules of two networks, "transformer" and "transformer_2". @throws as load_lora
bool names_two_networks(const std::filesystem::path& file);

/// Writes a file atomically. In the format `diffusers`, rank and alpha are stored in the metadata like PEFT
/// does, so that `load_lora_weights` gets the same scale. Layers that are fused in the format become one
/// module: with their common A, or with all of their A's and a block-diagonal B.
/// @param metadata  stored in the file, e.g. what the LoRA was trained on
/// @return as tensor::save_tensors
/// @throws fw::Error adapters.format_without_changes; adapters.format_without_fusing, for kinds that do not
///   allow it; adapters.format_of_one_kind; base.write_failed, base.file_exists
std::string save_lora(const std::filesystem::path& file, const Lora& lora, LoraFormat format,
                      const LoraTarget& target = {}, const safetensors::Metadata& metadata = {},
                      Existing existing = Existing::refuse);

}  // namespace fw::adapters
