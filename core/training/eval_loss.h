// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "dataset/dataset_manifest.h"
#include "families/training_model.h"
#include "precompute/latent_cache.h"

namespace fw::training {

/// At which times and with how many noises a fixed loss is measured.
struct LossGrid {
  int64_t timesteps = 4;      ///< the middles of so many equal parts of the way from clean to noise
  int64_t noises = 1;         ///< a timestep
  uint64_t seed = 0;          ///< of the noises, beside each sample's id
  bool first_frames = false;  ///< see run::needs_first_frames()
};

/// The loss of some samples at fixed timesteps, with fixed noises, with their captions: figures of different
/// steps and runs compare, also one by one, which those of training batches do not. Latents are the means of
/// their distributions.
struct EvalLoss {
  struct Sample {
    std::string id;
    std::vector<double> losses;  ///< [timesteps x noises], a timestep's beside each other
  };
  std::vector<Sample> samples;
  std::vector<int64_t> timesteps;   ///< of the model, 0 to 1000, rounded
  std::vector<double> by_timestep;  ///< mean over samples and noises
  double mean = 0;

  /// The means of what `samples` hold.
  void average();
};

/// @throws as BatchLoader::next; fw::Cancelled from `runner`
/// Thread: the training thread. Cost: a forward pass for each sample, timestep and noise.
EvalLoss eval_loss(families::TrainingModel& model, const dataset::DatasetManifest& samples,
                   const precompute::LatentCache& cache, const LossGrid& grid = {},
                   const nn::BlockRunner& runner = {});

}  // namespace fw::training
