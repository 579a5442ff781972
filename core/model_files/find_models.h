// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>

#include "model_files/lora_info.h"
#include "model_files/model_report.h"

namespace fw::model_files {

/// A model that was found: a folder, or a single file with all components.
struct FoundModel {
  std::filesystem::path folder;  ///< or the file
  std::string name;  ///< display name: of its folder or file, or of the repository in a Hugging Face cache
  ModelReport report;
};

/// A LoRA file that was found, or an unreadable file.
struct FoundLora {
  std::filesystem::path file;
  std::optional<LoraInfo> info;  ///< nullopt: see `fault`
  std::optional<Fault> fault;
  uint64_t bytes = 0;
  int64_t changed_ms = 0;     ///< since the Unix epoch
  std::filesystem::path run;  ///< folder of the run that contains it; empty: none
  std::string run_name;
  std::filesystem::path base;   ///< the model folder that the run was trained on; empty: unknown
  std::optional<int64_t> step;  ///< of its run
};

struct FoundFiles {
  std::vector<FoundModel> models;  ///< by path
  std::vector<FoundLora> loras;    ///< by path
  int64_t other_files = 0;         ///< safetensors files that are neither LoRAs nor models
  std::optional<Fault> fault;      ///< the folder does not exist or cannot be read
};

/// Searches a folder, eight levels deep, or one file for models and LoRA files; files in runs are listed with
/// their run. Follows links. Unreadable files become rows with a fault, and the search continues. @throws
/// fw::Cancelled. Thread: any. Cost: the headers of what it finds.
FoundFiles find_models(const std::filesystem::path& folder, const std::stop_token& stop = {});

/// The model folder that a run was trained on; empty if its run file cannot be read.
std::filesystem::path model_of_run(const std::filesystem::path& run);

}  // namespace fw::model_files
