// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "config/dataset_manifest.h"
#include "config/run_settings.h"
#include "families/training_model.h"
#include "pipelines/latent_cache.h"

namespace fw::training {

/// The loss of some samples at fixed timesteps, with fixed noise, with their captions: figures of different
/// steps and runs compare, which those of training batches do not. Latents are the means of their
/// distributions; noise comes from the sample's id.
struct FixedLoss {
  std::vector<double> by_timestep;  ///< mean over the samples, one for each of fixed_timesteps()
  double mean = 0;
};

/// The middles of four equal parts of the schedule.
std::vector<int64_t> fixed_timesteps(const families::TrainingModel& model);

/// @throws as BatchLoader::next; fw::Cancelled from `runner`
/// Thread: the training thread. Cost: a forward pass for each sample and timestep.
FixedLoss fixed_loss(families::TrainingModel& model, const config::DatasetManifest& samples,
                     const pipelines::LatentCache& cache, const config::RunSettings& settings,
                     const nn::BlockRunner& runner = {});

}  // namespace fw::training
