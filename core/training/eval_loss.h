// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dataset/dataset_manifest.h"
#include "families/training_model.h"
#include "precompute/latent_cache.h"

namespace fw::training {

/// The timesteps and number of noises at which a fixed loss is measured.
struct LossGrid {
  int64_t timesteps = 4;      ///< midpoints of this many equal ranges from clean to noise
  int64_t noises = 1;         ///< per timestep
  uint64_t seed = 0;          ///< of the noises, combined with each sample's id
  bool first_frames = false;  ///< see run::needs_first_frames()
  bool sound = false;         ///< see run::wants_sound()
};

/// Loss of samples at fixed timesteps, with fixed noises and with their captions. Unlike the loss of training
/// batches, it is comparable between steps and runs, even sample by sample. Uses the means of the latents'
/// distributions.
struct EvalLoss {
  struct Sample {
    std::string id;
    std::vector<double> losses;  ///< [timesteps x noises], noises of one timestep adjacent
  };
  std::vector<Sample> samples;
  std::vector<int64_t> timesteps;   ///< of the model, 0 to 1000, rounded
  std::vector<double> by_timestep;  ///< mean over samples and noises
  double mean = 0;

  /// Computes the means from `samples`.
  void average();
};

/// @throws as BatchLoader::next; fw::Cancelled from `runner`
/// Thread: the training thread. Cost: one forward pass per sample, timestep and noise.
EvalLoss eval_loss(families::TrainingModel& model, const dataset::DatasetManifest& samples,
                   const precompute::LatentCache& cache, const LossGrid& grid = {},
                   const nn::BlockRunner& runner = {});

}  // namespace fw::training
