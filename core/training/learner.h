// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "distributed/world.h"
#include "training/batch_loader.h"
#include "training/block_runners.h"
#include "training/optimizer_step.h"

namespace fw::training {

struct LearnerOptions {
  torch::Device device = torch::kCPU;     ///< that computes; on the meta device nothing is read
  int64_t total_steps = 1;                ///< for the learning-rate schedule
  std::filesystem::path start_from = {};  ///< weights to begin with: see load_weights(); empty: new ones
  std::function<void(size_t done, size_t total)> on_tensor = {};  ///< of loading; may throw fw::Cancelled
  std::function<void(const std::string& text)> on_low_bit = {};   ///< see nn::ComponentOptions
  BlockHooks hooks = {};
  distributed::World world = {};
};

/// What learns: the network on its device, what of it is trained and what changes that. The trainer runs it,
/// and the memory planner makes dry runs of it. Thread: the training thread.
class Learner {
 public:
  /// Loads the settings' model and puts a new LoRA on it, or takes its own weights, as the settings want.
  /// @throws fw::Error of loading, adapters.* for modules that the transformer lacks
  Learner(const run::RunSettings& settings, LearnerOptions options);

  /// Forward and backward pass; the gradients add up in the trained weights.
  /// @return  the loss of each sample [B], for reading later: nothing waits for a GPU here
  torch::Tensor run_micro_batch(const MicroBatch& micro_batch);
  /// Whether each pass through the model needs all processes of the world.
  bool needs_all() const { return block_memory.streamer && block_memory.streamer->shares(); }
  /// Together, when this process has made its passes without gradients or has left one: takes part in those
  /// that others still make.
  void accompany() const {
    if (needs_all()) block_memory.streamer->accompany();
  }
  /// The first process of the world does `work`; together, where it may need weights that others keep.
  void on_first(const std::function<void(const memory::BlockStreamer::Bring& bring)>& work) const;

  const torch::Device device;
  const std::unique_ptr<families::TrainingModel> model;
  const memory::BlockMemory block_memory;  ///< as the memory settings want it
  const nn::BlockRunner runner;            ///< runs the model's blocks so
  TrainedWeights weights;
  OptimizerStep optimizer_step;

 private:
  const distributed::World world_;
};

}  // namespace fw::training
