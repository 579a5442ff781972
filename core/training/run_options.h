// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "distributed/world.h"
#include "families/training_model.h"
#include "inference/video_pipeline.h"
#include "run/run_settings.h"
#include "training/optimizer_step.h"

/// What a run's settings mean to the parts that compute: all of it, and only here.
namespace fw::training {

/// The settings' precision and device as LibTorch's.
torch::Dtype compute_dtype(const run::RunSettings& settings);
/// @param world  each process of which has a GPU of its own, where GPUs compute
torch::Device compute_device(const run::RunSettings& settings, const distributed::World& world = {});
/// Whether the processes of the world keep each block's weights among them: ZeRO stage 3.
bool shares_blocks(const run::RunSettings& settings, const distributed::World& world);
/// How the settings want so many processes to share a run. One computes everything, whatever the settings.
/// @throws fw::Error launch.bad_mesh
launch::MeshShape mesh_of(const run::RunSettings& settings, int64_t processes);
/// That the processes of such a mesh can train the run together.
/// @throws fw::Error training.uneven_ranks, training.ranks_clip_updates
void check_mesh(const run::RunSettings& settings, const launch::MeshShape& mesh);
/// How the settings want the model loaded.
/// @param device  that computes; on the meta device nothing is read and nothing takes memory
nn::ComponentOptions load_options(const run::RunSettings& settings, torch::Device device,
                                  const distributed::World& world = {});
/// Where the settings want the trained weights' originals.
TrainedWeightsOptions trained_weights_options(const run::RunSettings& settings);
/// How the settings want weights changed. @param total_steps  for the learning-rate schedule
OptimizerStepConfig optimizer_step_config(const run::RunSettings& settings, int64_t total_steps);
/// How they want validation clips made. @param device  that computes
inference::PipelineOptions validation_options(const run::RunSettings& settings, torch::Device device);

}  // namespace fw::training
