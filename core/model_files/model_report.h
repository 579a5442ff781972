// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalog/catalog.h"

/// What model folders and LoRA files say of themselves, out of JSON files and headers alone.
namespace fw::model_files {

inline constexpr ErrorCode unreadable{
    "model_files.unreadable", FW_TEXT("errors", "{component} cannot be read: {reason}."),
    FW_TEXT("errors", "Check its permissions, or copy or download it again."), Blame::input};

struct ComponentReport {
  std::string name;        ///< its folder: "transformer", "vae", …
  std::string class_name;  ///< of its configuration; empty when that cannot be read
  std::string dtypes;      ///< of its tensors as stored, e.g. "bf16"; empty for parts without weights
  int64_t parameters = 0;  ///< elements of all its tensors
  uint64_t bytes = 0;      ///< of its tensors
  std::vector<Fault> faults;
};

struct ModelReport {
  std::optional<catalog::ModelSpec> facts;  ///< nothing when the family is not recognised
  std::vector<ComponentReport> components;
  std::vector<Fault> faults;  ///< of the folder as a whole

  bool sound() const;
  /// Zeros when the family is not recognised.
  catalog::TransformerSize transformer() const;
  uint64_t bytes() const;
};

void to_json(nlohmann::json& json, const ComponentReport& report);
void to_json(nlohmann::json& json, const ModelReport& report);
/// All but the facts, which are those of recognise_model.
void from_json(const nlohmann::json& json, ComponentReport& report);
void from_json(const nlohmann::json& json, ModelReport& report);

/// Reports the components without weights, or the first one with missing shards. Empty if the model has all
/// its weights.
std::optional<Fault> missing_weights(const ModelReport& report);

/// Takes away the faults of the whole that a component tells itself.
void drop_repeated_faults(ModelReport& report);

/// Names and classes of a model's components: those that its model_index.json names, and of a model that lies
/// in several places those that its family has.
/// @throws fw::Error for a file that is missing or broken, catalog.unknown_model
std::map<std::string, std::string> components_of(const catalog::ModelSource& source);

/// What is there and what is missing of a model: its components, each with
/// its configuration and all shards of its weights. Says nothing of shapes: engine::check_model does.
/// Never throws: what cannot be read is a fault. Thread: any. Cost: the headers of the weights.
ModelReport look_at_model(const catalog::ModelSource& source);

}  // namespace fw::model_files
