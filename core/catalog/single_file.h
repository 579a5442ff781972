// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catalog/key_names.h"
#include "safetensors/tensor_set.h"

/// Models in one .safetensors file, as they are published beside the diffusers folders and as users of
/// ComfyUI have them: the transformer and, of some families, the VAE by the names of the original code,
/// without configurations.
namespace fw::catalog {

using StoredTensor = safetensors::ShardIndex::Stored;

/// What a family finds in the header of such a file; what it lacks of Family::components lies beside it.
struct SingleFile {
  struct Component {
    std::string name;                             ///< "transformer"
    nlohmann::json config;                        ///< as its config.json in a diffusers folder
    std::map<std::string, StoredTensor> tensors;  ///< published name -> where it is in the file
  };
  std::string pipeline_class;  ///< _class_name in model_index.json
  std::vector<Component> components;
  nlohmann::json scheduler;                          ///< scheduler_config.json
  nlohmann::json others = nlohmann::json::object();  ///< what else model_index.json says
};

/// The transformer in such a file, whose tensors may have a prefix: ComfyUI's files hold other things, too.
class StoredTransformer {
 public:
  /// @param known  a module that every such transformer has
  StoredTransformer(const safetensors::Header& header, const std::string& known);

  /// Of a module's weight; 0 where there is none, or no such axis.
  int64_t size(const std::string& module, size_t axis) const;
  /// How many modules `list`0`module`, `list`1`module` and so on there are.
  int64_t blocks(const std::string& list, const std::string& module) const;
  /// The tensors by their published names.
  /// @param width  rows of each matrix that is fused with others there; the last one has what remains
  std::map<std::string, StoredTensor> tensors(const KeyNames& names, int64_t width) const;

 private:
  std::string prefix_;
  std::map<std::string, std::vector<int64_t>> shapes_;  ///< without the prefix
};

bool is_single_file(const std::filesystem::path& model);

/// A folder in diffusers layout that stands for the file: configurations, and indices that find the file's
/// tensors by their published names. It is made at the first call, in data_folder(), and takes no more room
/// than its JSON files; a file that is written anew gets a new one.
/// @throws fw::Error catalog.not_a_model_file, safetensors.*, base.write_failed. Thread: any. Cost: the
/// header at the first call.
std::filesystem::path folder_of_single_file(const std::filesystem::path& file);

}  // namespace fw::catalog
