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

/// Information on model folders and LoRA files, only from JSON files and headers.
namespace fw::model_files {

inline constexpr ErrorCode unreadable{
    "model_files.unreadable", FW_TEXT("errors", "{component} cannot be read: {reason}."),
    FW_TEXT("errors", "Check its permissions, or copy or download it again."), Blame::input};

struct ComponentReport {
  std::string name;        ///< its folder: "transformer", "vae", …
  std::string class_name;  ///< in its configuration; empty if that cannot be read
  std::string dtypes;      ///< stored types of its tensors, e.g. "bf16"; empty for components without weights
  int64_t parameters = 0;  ///< elements of all its tensors
  uint64_t bytes = 0;      ///< of its tensors
  std::vector<Fault> faults;
};

struct ModelReport {
  std::optional<catalog::ModelSpec> facts;  ///< nullopt if the family is not recognised
  std::vector<ComponentReport> components;
  std::vector<Fault> faults;  ///< of the folder as a whole

  bool sound() const;
  /// Zeros if the family is not recognised.
  catalog::TransformerSize transformer() const;
  uint64_t bytes() const;
};

void to_json(nlohmann::json& json, const ComponentReport& report);
void to_json(nlohmann::json& json, const ModelReport& report);
/// Everything except the facts, which come from recognise_model.
void from_json(const nlohmann::json& json, ComponentReport& report);
void from_json(const nlohmann::json& json, ModelReport& report);

/// Reports components without weights, or the first one with missing shards. nullopt if all weights are
/// present.
std::optional<Fault> missing_weights(const ModelReport& report);

/// Removes general faults that a component also reports.
void drop_repeated_faults(ModelReport& report);

/// Names and classes of a model's components: those in its model_index.json, or, for a model in several
/// places, those of its family.
/// @throws fw::Error for a missing or broken file, catalog.unknown_model
std::map<std::string, std::string> components_of(const catalog::ModelSource& source);

/// Reports which parts of a model are present and missing: its components, each with its configuration and
/// all shards of its weights. Does not check shapes: engine::check_model does. Does not throw: read errors
/// become faults. Thread: any. Cost: the headers of the weights.
ModelReport look_at_model(const catalog::ModelSource& source);

}  // namespace fw::model_files
