// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace fw::model_files {

/// A LoRA file for a model, with its strength.
struct LoraChoice {
  std::filesystem::path file;
  double weight = 1;
  bool operator==(const LoraChoice&) const = default;
};
void describe(auto& fields, LoraChoice& lora) {
  fields.need("file", lora.file);
  fields("weight", lora.weight);
}

}  // namespace fw::model_files
