// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalog/family_facts.h"

/// What model folders and LoRA files say of themselves, out of JSON files and headers alone.
namespace fw::model_files {

struct ComponentReport {
  std::string name;        ///< its folder: "transformer", "vae", …
  std::string class_name;  ///< of its configuration; empty when that cannot be read
  std::string dtypes;      ///< of its tensors as stored, e.g. "bf16"; empty for parts without weights
  int64_t parameters = 0;  ///< elements of all its tensors
  uint64_t bytes = 0;      ///< of its tensors
  std::vector<Fault> faults;
};

struct ModelReport {
  std::optional<catalog::FamilyFacts> facts;  ///< nothing when the family is not recognised
  std::vector<ComponentReport> components;
  std::vector<Fault> faults;  ///< of the folder as a whole

  bool sound() const;
  uint64_t bytes() const;
};

void to_json(nlohmann::json& json, const ComponentReport& report);
void to_json(nlohmann::json& json, const ModelReport& report);
/// All but the facts, which are those of recognise_model.
void from_json(const nlohmann::json& json, ComponentReport& report);
void from_json(const nlohmann::json& json, ModelReport& report);

/// Takes away the faults of the whole that a component tells itself.
void drop_repeated_faults(ModelReport& report);

/// What is there and what is missing of a model folder: the components that its model_index.json names, each
/// with its configuration and all shards of its weights. Says nothing of shapes: engine::check_model does.
/// Never throws: what cannot be read is a fault. Thread: any. Cost: the headers of the weights.
ModelReport look_at_model(const std::filesystem::path& folder);

/// What a LoRA must have been made for to fit this model: the width and number of its transformer's blocks.
/// Zeros when its configuration cannot be read.
struct TransformerSize {
  int64_t width = 0;
  int64_t blocks = 0;
  bool operator==(const TransformerSize&) const = default;
};
TransformerSize transformer_size(const std::filesystem::path& model_folder);

}  // namespace fw::model_files
