// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "model_files/lora_keys.h"
#include "model_files/model_report.h"
#include "safetensors/header.h"

namespace fw::model_files {

/// Information on a LoRA file from its header.
struct LoraInfo {
  LoraFormat format = LoraFormat::diffusers;
  std::string kind = "LoRA";               ///< of most modules: "DoRA", "LoHa", …
  int64_t rank = 0;                        ///< of most modules
  double alpha = 0;                        ///< of most modules
  bool is_alpha_said = false;              ///< false: alpha defaults to the rank
  int64_t modules = 0;                     ///< adapted layers
  std::map<std::string, int64_t> targets;  ///< published names of layers in a block, with their number
  std::string dtypes;                      ///< "fp32"
  catalog::TransformerSize made_for;       ///< blocks: a lower bound
  std::string base;                        ///< the model's folder name, if recorded
  std::string run;                         ///< name of the run that created it, if recorded
  std::optional<int64_t> step;

  bool fits(const catalog::TransformerSize& model) const {
    return model.width == made_for.width && model.blocks >= made_for.blocks && model.width > 0;
  }
};

/// @return nullopt for a safetensors file without a LoRA
/// @throws fw::Error safetensors.*; model_files.bad_lora as read_lora_contents
/// Thread: any. Cost: the header, and a few bytes for each alpha.
std::optional<LoraInfo> read_lora_info(const std::filesystem::path& file);

/// "fp16", "bf16", "fp32" as in run files; others by the format's own name.
std::string dtype_text(safetensors::Dtype dtype);
/// Also GGUF's types: "Q4_K".
std::string dtype_text(const safetensors::TensorInfo& tensor);

}  // namespace fw::model_files
