// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "catalog/model_spec.h"
#include "distributed/dry_run_backend.h"
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
  std::string compute_capability;  ///< as in tensor::DryRun
};

struct DryRunRequest {
  const run::RunSettings& settings;
  const catalog::ModelSpec& facts;
  SimulatedDevice target;
  catalog::Bucket training_size;    ///< of all samples of a micro-batch
  catalog::Bucket validation_size;  ///< of clips whose prompts do not specify a size
  int64_t device_bytes = 0;         ///< limit by which the VAE chooses its tiles; 0: unlimited
  std::stop_token stop;
  bool until_too_large = false;  ///< skips validation if training needs more than device_bytes
  int64_t rank = 0;              ///< the simulated process
  int64_t ranks = 1;
};

/// Type in which the run's clips and captions are encoded on a GPU.
torch::Dtype encoding_dtype(const run::RunSettings& settings);

/// Simulates encoding one caption and one clip, as a phase each.
std::vector<PhasePlan> dry_run_precompute(const DryRunRequest& run);

struct TrainingDryRun {
  std::vector<PhasePlan> phases;
  int64_t trained_parameters = 0;
  int64_t checkpoint_bytes = 0;        ///< of one checkpoint, of all processes together
  int64_t block_count = 0;             ///< of the transformer
  distributed::Traffic traffic;        ///< of an update
  std::vector<int64_t> communicators;  ///< number of ranks of each NCCL communicator
};
/// Simulates two updates with all their micro-batches and, with prompts, a validation that runs while the
/// training state is in memory, as a phase each. @throws fw::Error of loading and of the settings;
/// fw::Cancelled
TrainingDryRun dry_run_training(const DryRunRequest& run);

struct ClipDryRun {
  PhasePlan phase;                     ///< "generation", with a few steps
  int64_t steps = 0;                   ///< of the whole clip with all its sections
  ComputedWork step;                   ///< of one step
  ComputedWork other_work;             ///< of encoding and decoding
  tensor::SelfAttentionUse attention;  ///< of a step
  MemoryUse denoising;                 ///< on the device, at the peak of denoising
  MemoryUse other;                     ///< likewise for everything else
  MemoryUse coding;                    ///< likewise for encoding and decoding, without loading
};
/// Simulates a clip made by a new pipeline. @param options  `device` is ignored
ClipDryRun dry_run_generation(inference::PipelineOptions options, inference::VideoRequest request,
                              const SimulatedDevice& target, const std::stop_token& stop);

/// Bytes of the transformer of such a pipeline, without LoRAs. @throws as families::open_family
memory::NetworkBytes transformer_bytes(const inference::PipelineOptions& options,
                                       const inference::VideoRequest& request, torch::DeviceType target);

/// Peak memory on each GPU if a clip's transformer is placed over several.
/// @param limits  memory of the GPUs; the first one also gets everything outside the blocks
/// @return        tensors of each GPU at its peak; nullopt if the weights do not fit
std::optional<std::vector<MemoryUse>> place_on_cards(const ClipDryRun& run,
                                                     const memory::NetworkBytes& transformer,
                                                     const std::vector<int64_t>& limits);

}  // namespace fw::planner
