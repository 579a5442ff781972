// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>

#include "model_files/lora_info.h"
#include "model_files/model_report.h"

namespace fw::model_files {

/// A model that was found: a folder, or one file with all that its family keeps in one.
struct FoundModel {
  std::filesystem::path folder;  ///< or the file
  std::string name;  ///< for people: of its folder or file, or of the repository in a Hugging Face cache
  ModelReport report;
};

/// A LoRA file that was found, or a file that cannot be read.
struct FoundLora {
  std::filesystem::path file;
  std::optional<LoraInfo> info;  ///< nothing: `fault` says why
  std::optional<Fault> fault;
  uint64_t bytes = 0;
  int64_t changed_ms = 0;     ///< since the Unix epoch
  std::filesystem::path run;  ///< folder of the run that it lies in; empty: none
  std::string run_name;
  std::filesystem::path base;   ///< the model folder that the run was trained on; empty: not known
  std::optional<int64_t> step;  ///< of its run
};

struct FoundFiles {
  std::vector<FoundModel> models;  ///< by path
  std::vector<FoundLora> loras;    ///< by path
  int64_t other_files = 0;         ///< safetensors files that are no LoRA and no model
  std::optional<Fault> fault;      ///< the folder is not there or cannot be read
};

/// Looks for models and LoRA files in a folder and the folders in it, or at one file, eight deep; what lies
/// in runs is told with its run. Links are followed. What cannot be read becomes a row with a fault, and the
/// search goes on. @throws fw::Cancelled. Thread: any. Cost: the headers of what it finds.
FoundFiles find_models(const std::filesystem::path& folder, const std::stop_token& stop = {});

/// The model folder that a run was trained on; empty when its run file cannot be read.
std::filesystem::path model_of_run(const std::filesystem::path& run);

}  // namespace fw::model_files
