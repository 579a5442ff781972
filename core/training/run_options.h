// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "adapters/lora_sizes.h"
#include "distributed/world.h"
#include "families/training_model.h"
#include "inference/video_pipeline.h"
#include "nn/weighted_loss.h"
#include "run/run_settings.h"
#include "training/optimizer_step.h"

/// Maps a run's settings to the options of the parts that compute. This is the only place that does so.
namespace fw::training {

/// The settings' precision and device as LibTorch types.
torch::Dtype compute_dtype(const run::RunSettings& settings);
/// @param world  if GPUs compute, each process uses its own
torch::Device compute_device(const run::RunSettings& settings, const distributed::World& world = {});
/// True if the processes of the world shard each block's weights: ZeRO stage 3.
bool shares_blocks(const run::RunSettings& settings, const distributed::World& world);
/// How the settings divide a run among `processes`. A single process computes everything.
/// @throws fw::Error launch.bad_mesh
launch::MeshShape mesh_of(const run::RunSettings& settings, int64_t processes);
/// Checks that the processes of such a mesh can train the run together.
/// @throws fw::Error training.uneven_ranks, training.ranks_clip_updates
void check_mesh(const run::RunSettings& settings, const launch::MeshShape& mesh);
/// Options for loading the model.
/// @param device  that computes; on the meta device nothing is read and no memory is used
nn::ComponentOptions load_options(const run::RunSettings& settings, torch::Device device,
                                  const distributed::World& world = {});
/// Location of the master weights and related options.
TrainedWeightsOptions trained_weights_options(const run::RunSettings& settings);
/// The modules of a new LoRA.
adapters::LoraShape lora_shape(const run::RunSettings& settings);
/// The kind of a new LoRA.
adapters::NewKind lora_kind(const run::RunSettings& settings);
/// The dropout of a LoRA; null: none.
std::shared_ptr<nn::Dropout> lora_dropout(const run::RunSettings& settings);
/// How errors count in the loss that is trained on.
nn::LossShape loss_shape(const run::RunSettings& settings);
/// Options of the optimizer step. @param total_steps  for the learning-rate schedule
OptimizerStepConfig optimizer_step_config(const run::RunSettings& settings, int64_t total_steps);
/// The LoRAs that are on the trained network while a validation clip is generated.
std::vector<model_files::LoraChoice> preview_loras(const run::RunSettings& settings);
/// Options of the pipeline for validation clips. @param device  that computes
inference::PipelineOptions validation_options(const run::RunSettings& settings, torch::Device device);

}  // namespace fw::training
