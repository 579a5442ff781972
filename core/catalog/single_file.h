// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "catalog/key_names.h"
#include "safetensors/tensor_set.h"

/// Models in one .safetensors or .gguf file, as published in addition to the diffusers folders and used with
/// ComfyUI: the transformer and, for some families, the VAE, with the names of the original code and without
/// configurations.
namespace fw::catalog {

using StoredTensor = safetensors::ShardIndex::Stored;

/// The contents of such a file according to a family; missing Family::components are next to it.
struct SingleFile {
  struct Component {
    std::string name;                             ///< "transformer"
    nlohmann::json config;                        ///< contents of config.json in a diffusers folder
    std::map<std::string, StoredTensor> tensors;  ///< published name -> location in the file
  };
  std::string pipeline_class;  ///< _class_name in model_index.json
  std::vector<Component> components;
  nlohmann::json scheduler;  ///< scheduler_config.json; null: next to the file
  /// Other entries of model_index.json, and [null, null] for a component that the model does without.
  nlohmann::json others = nlohmann::json::object();
};

/// The transformer in such a file. Its tensors may have a prefix, since ComfyUI's files also contain other
/// things.
class StoredTransformer {
 public:
  /// @param known  a module that every such transformer has
  StoredTransformer(const safetensors::Header& header, const std::string& known);

  /// Size of a module's weight; 0 if the module or axis does not exist.
  int64_t size(const std::string& module, size_t axis) const;
  /// Number of modules `list`0`module`, `list`1`module` and so on.
  int64_t blocks(const std::string& list, const std::string& module) const;
  /// The tensors by their published names.
  /// @param width  rows of each matrix that is fused in the file; the last one has the rest
  std::map<std::string, StoredTensor> tensors(const KeyNames& names, int64_t width) const;

 private:
  std::string prefix_;
  std::map<std::string, std::vector<int64_t>> shapes_;  ///< without the prefix
};

/// Whether its name ends as those of weights do: .safetensors or .gguf.
bool is_weight_file(const std::filesystem::path& file);
bool is_single_file(const std::filesystem::path& model);

/// A folder in diffusers layout that represents the file: configurations, and indices that map the published
/// names to the file's tensors. Created at the first call, in data_folder(), with only JSON files; a
/// rewritten file gets a new folder.
/// @throws fw::Error catalog.not_a_model_file, safetensors.*, base.write_failed. Thread: any. Cost: reads the
///   header at the first call.
std::filesystem::path folder_of_single_file(const std::filesystem::path& file);

/// Likewise for a file with one component of a model. Returns an empty path if no family reads the file.
/// @param name    of the component
/// @param config  config.json of the component that the file replaces; null: inferred from the file's shapes
std::filesystem::path folder_of_component_file(const std::filesystem::path& file, std::string_view name,
                                               const nlohmann::json& config);

}  // namespace fw::catalog
