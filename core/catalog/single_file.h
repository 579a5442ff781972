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

/// What a family finds in the header of such a file.
struct SingleFile {
  struct Component {
    std::string name;                             ///< "transformer"
    nlohmann::json config;                        ///< as its config.json in a diffusers folder
    std::map<std::string, StoredTensor> tensors;  ///< published name -> where it is in the file
  };
  std::string pipeline_class;  ///< _class_name in model_index.json
  std::vector<Component> components;
  nlohmann::json scheduler;  ///< scheduler_config.json
  /// What lies beside the file, as model_index.json names it.
  nlohmann::json beside{{"text_encoder", {"transformers", "T5EncoderModel"}},
                        {"tokenizer", {"transformers", "T5Tokenizer"}}};
};

/// The tensors of a transformer whose modules the file names as other programs do. Of matrices that are fused
/// there, each has as many rows as columns, and the last what remains.
/// @param prefix  of its tensors' names; others are left out
std::map<std::string, StoredTensor> stored_tensors(const safetensors::Header& header, std::string_view prefix,
                                                   const KeyNames& names);

bool is_single_file(const std::filesystem::path& model);

/// A folder in diffusers layout that stands for the file: configurations, and indices that find the file's
/// tensors by their published names. It is made at the first call, in data_folder(), and takes no more room
/// than its JSON files; a file that is written anew gets a new one.
/// @throws fw::Error catalog.not_a_model_file, safetensors.*, base.write_failed. Thread: any. Cost: the
/// header at the first call.
std::filesystem::path folder_of_single_file(const std::filesystem::path& file);

}  // namespace fw::catalog
