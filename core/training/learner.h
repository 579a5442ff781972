// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "distributed/world.h"
#include "nn/weighted_loss.h"
#include "training/batch_loader.h"
#include "training/block_runners.h"
#include "training/optimizer_step.h"

namespace fw::training {

struct LearnerOptions {
  torch::Device device = torch::kCPU;     ///< that computes; on the meta device no file is read
  int64_t total_steps = 1;                ///< for the learning-rate schedule
  std::filesystem::path start_from = {};  ///< initial weights: see load_weights(); empty: new ones
  std::function<void(size_t done, size_t total)> on_tensor = {};  ///< while loading; may throw fw::Cancelled
  std::function<void(const std::string& text)> on_low_bit = {};   ///< see nn::ComponentOptions
  BlockHooks hooks = {};
  distributed::World world = {};
};

/// The network on its device, its trained weights and their optimizer. The trainer runs it, and the memory
/// planner makes dry runs of it. Thread: the training thread.
class Learner {
 public:
  /// Loads the model and, as the settings ask, attaches a new LoRA to it or trains its own weights.
  /// @throws fw::Error of loading; adapters.* for target modules that the transformer does not have
  Learner(const run::RunSettings& settings, LearnerOptions options);

  /// Forward and backward pass; gradients accumulate in the trained weights.
  /// @return  the loss of each sample [B], to be read later: nothing here waits for a GPU
  torch::Tensor run_micro_batch(const MicroBatch& micro_batch);
  /// True if each pass through the model needs all processes of the world.
  bool needs_all() const { return block_memory.streamer && block_memory.streamer->shares(); }
  /// Collective. After its own no-grad passes, or after leaving one early, this process keeps serving its
  /// shards until every process has finished.
  void serve_until_all_done() const {
    if (needs_all()) block_memory.streamer->serve_until_all_done();
  }
  /// Collective. Rank 0 runs `work`; the others serve the weights that it needs from them.
  void on_first(const std::function<void(const memory::BlockStreamer::Load& load)>& work) const;

  const torch::Device device;
  const std::unique_ptr<families::TrainingModel> model;

 private:
  std::optional<adapters::Lora> new_lora_;  // until `weights` has it

 public:
  const memory::BlockMemory block_memory;  ///< as configured by the memory settings
  const nn::BlockRunner runner;            ///< runs the model's blocks accordingly
  TrainedWeights weights;
  OptimizerStep optimizer_step;

 private:
  const distributed::World world_;
  const nn::LossShape loss_shape_;
  const uint64_t seed_;
};

}  // namespace fw::training
