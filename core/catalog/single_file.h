// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "safetensors/header.h"

/// Models in one .safetensors file, as they are published beside the diffusers folders and as users of
/// ComfyUI have them: transformer and VAE by the names of the original code, without configurations.
namespace fw::catalog {

/// What a family finds in the header of such a file.
struct SingleFile {
  struct Component {
    std::string name;                            ///< "transformer"
    nlohmann::json config;                       ///< as its config.json in a diffusers folder
    std::map<std::string, std::string> tensors;  ///< published name -> name in the file
  };
  std::string pipeline_class;  ///< _class_name in model_index.json
  std::vector<Component> components;
  nlohmann::json scheduler;  ///< scheduler_config.json
};

bool is_single_file(const std::filesystem::path& model);

/// A folder in diffusers layout that stands for the file: configurations, and indices that find the file's
/// tensors by their published names. It is made at the first call, in data_folder(), and takes no more room
/// than its JSON files; a file that is written anew gets a new one.
/// @throws fw::Error catalog.not_a_model_file, safetensors.*, base.write_failed. Thread: any. Cost: the
/// header at the first call.
std::filesystem::path folder_of_single_file(const std::filesystem::path& file);

}  // namespace fw::catalog
