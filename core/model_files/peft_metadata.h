// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "safetensors/header.h"

namespace fw::model_files {

/// PEFT's `r`, `lora_alpha`, `rank_pattern` and `alpha_pattern`, as diffusers keeps them in a LoRA file.
class PeftMetadata {
 public:
  static constexpr const char* key = "lora_adapter_metadata";

  explicit PeftMetadata(const safetensors::Metadata& metadata);
  /// Of one module; `rank` where nothing is said.
  double alpha_of(const std::string& path, int64_t rank) const;
  bool has(const char* flag) const;

 private:
  const nlohmann::json* get(const std::string& name) const;
  nlohmann::json json_;
};

}  // namespace fw::model_files
