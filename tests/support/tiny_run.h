// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "families/training_model.h"
#include "run/run_folder.h"

/// A whole training run in miniature from random numbers, without any file of the repository.
namespace fw::support {

struct TinyModel {
  bool image_to_video = false;
  int64_t layers = 2;
  int64_t heads = 2;
  int64_t patch_size_t = 0;  ///< 0: CogVideoX 1.0
};

/// A CogVideoX model folder as far as training reads it: transformer, scheduler, the VAE's config.
void make_tiny_model(const std::filesystem::path& folder, const TinyModel& options = {});
/// In float32 on the CPU.
std::unique_ptr<families::TrainingModel> load_tiny_model(const std::filesystem::path& folder,
                                                         const TinyModel& options = {});

struct TinyDataset {
  bool image_to_video = false;
  int64_t frames = 5;       ///< 4 per latent frame, plus one
  int64_t text_length = 6;  ///< these two are the tiny model's
  int64_t text_width = 16;
};

/// A dataset of `count` samples in two buckets, with cache entries, in `folder`.
void make_tiny_dataset(const std::filesystem::path& folder, int64_t count, const TinyDataset& options = {});

/// A run file for the folder of model and dataset: fp32 on the CPU with one thread.
/// @param settings  "key=value", applied to it
std::string tiny_run_text(const std::vector<std::string>& settings = {});

/// That run file, frozen as a run.
run::RunPaths make_tiny_run(const std::filesystem::path& folder,
                            const std::vector<std::string>& settings = {});

}  // namespace fw::support
