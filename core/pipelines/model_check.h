// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "config/family_facts.h"

/// Whether the files of a model are those of the networks that this program builds. Only headers and configs
/// are read, and networks are built on the meta device: a 20 GB model takes well under a second and no
/// memory.
namespace fw::pipelines {

struct ComponentReport {
  std::string name;        ///< its folder: "transformer", "vae", …
  std::string class_name;  ///< of its configuration; empty when that cannot be read
  std::string dtypes;      ///< of its tensors as stored, e.g. "bf16"; empty for parts without weights
  int64_t parameters = 0;  ///< elements of all its tensors
  uint64_t bytes = 0;      ///< of its tensors
  std::vector<Fault> faults;
};

struct ModelReport {
  std::optional<config::FamilyFacts> facts;  ///< nothing when the family is not recognised
  std::vector<ComponentReport> components;
  std::vector<Fault> faults;  ///< of the folder as a whole

  bool sound() const;
};

/// Looks at every component of a model folder and collects all that is wrong.
/// @throws fw::Error config.model_file_missing when `folder` is not a folder. Thread: any.
ModelReport check_model(const std::filesystem::path& folder);

/// Compares the network that `config` (a component's config.json) describes with a list of names and shapes:
/// {"class": …, "parameters": {name: shape}, "buffers": {name: shape}, "total_parameters": n}.
/// @throws fw::Error pipelines.bad_json, pipelines.bad_manifest, pipelines.unknown_component;
/// models.bad_config
ComponentReport check_manifest(const std::filesystem::path& config, const std::filesystem::path& manifest);

void to_json(nlohmann::json& json, const ComponentReport& report);
void to_json(nlohmann::json& json, const ModelReport& report);

}  // namespace fw::pipelines
