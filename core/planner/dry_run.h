// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "catalog/model_spec.h"
#include "distributed/rehearsal.h"
#include "engine_api/plan.h"
#include "inference/video_pipeline.h"
#include "memory/block_placement.h"
#include "run/run_settings.h"
#include "tensor/flop_counter.h"

namespace fw::planner {

using engine_api::PhasePlan;

/// The device that a dry run simulates.
struct SimulatedDevice {
  torch::DeviceType type;          ///< CPU or CUDA
  std::string compute_capability;  ///< as tensor::DryRun takes it
};

struct DryRunRequest {
  const run::RunSettings& settings;
  const catalog::ModelSpec& facts;
  SimulatedDevice target;
  catalog::Bucket training_size;    ///< of every sample of a micro-batch
  catalog::Bucket validation_size;  ///< of clips whose prompt names none
  int64_t device_bytes = 0;  ///< that the run may use, by which the VAE chooses its tiles; 0: any number
  std::stop_token stop;
  bool until_too_large = false;  ///< no validation when training needs more than device_bytes
  int64_t rank = 0;              ///< the process that is rehearsed, of so many that train together
  int64_t ranks = 1;
};

/// The type in which the run's clips and captions are encoded on a GPU.
torch::Dtype encoding_dtype(const run::RunSettings& settings);

/// Encoding of one caption and of one clip, each as its own phase.
std::vector<PhasePlan> dry_run_precompute(const DryRunRequest& run);

struct TrainingDryRun {
  std::vector<PhasePlan> phases;
  int64_t trained_parameters = 0;
  int64_t block_count = 0;             ///< of the transformer
  distributed::Traffic traffic;        ///< of an update
  std::vector<int64_t> communicators;  ///< how many ranks each NCCL communicator joins
};
/// Two updates with all their micro-batches, and, with prompts, a validation beside what training keeps: both
/// as phases. @throws fw::Error of loading and of the settings; fw::Cancelled
TrainingDryRun dry_run_training(const DryRunRequest& run);

struct ClipDryRun {
  PhasePlan phase;                     ///< "generation", of a few steps
  int64_t steps = 0;                   ///< of the whole clip, all its sections together
  ComputedWork step;                   ///< of one of them
  ComputedWork other_work;             ///< of encoding and decoding
  tensor::SelfAttentionUse attention;  ///< of a step
  MemoryUse denoising;                 ///< on the device, when denoising needs most
  MemoryUse other;                     ///< the same when anything else does
  MemoryUse coding;                    ///< the same when encoding or decoding does, without loading
};
/// A clip by a pipeline of its own. @param options  `device` is ignored
ClipDryRun dry_run_generation(inference::PipelineOptions options, inference::VideoRequest request,
                              const SimulatedDevice& target, const std::stop_token& stop);

/// What the transformer of such a pipeline takes, without LoRAs. @throws as families::open_family
memory::NetworkBytes transformer_bytes(const inference::PipelineOptions& options, torch::DeviceType target);

/// On each card, at most, when the transformer of a clip is placed over them.
/// @param limits  memory of the cards; the first one has what is outside of the blocks
/// @return        tensors of each card, when it needs most; nothing where the weights do not fit
std::optional<std::vector<MemoryUse>> place_on_cards(const ClipDryRun& run,
                                                     const memory::NetworkBytes& transformer,
                                                     const std::vector<int64_t>& limits);

}  // namespace fw::planner
