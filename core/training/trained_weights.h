// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "adapters/lora.h"
#include "distributed/gradient_exchange.h"
#include "distributed/world.h"
#include "memory/block_streamer.h"
#include "nn/module.h"
#include "optim/gradient_hook.h"
#include "optim/master_weights.h"
#include "optim/optimizer.h"
#include "optim/parameter.h"

namespace fw::training {

/// Location of the float32 master weights.
enum class MasterWeightsLocation {
  on_device,  ///< next to the weights; float32 weights are their own masters
  on_host,    ///< in (pinned) host memory, with optimizer state and update: an offloaded optimizer
  none,       ///< no masters: the weights are trained in their own type
};

/// In a world of several processes: which of them hold a weight's master, its gradient sums and its optimizer
/// state.
enum class Kept {
  everywhere,
  at_owner,  ///< at one process per weight: ZeRO (Rajbhandari et al. 2020)
};

struct TrainedWeightsOptions {
  MasterWeightsLocation masters = MasterWeightsLocation::on_device;
  /// With master weights on the host: copies gradients to the host during the backward pass.
  optim::MasterWeights::Gradients gradients = optim::MasterWeights::Gradients::stay;
  /// Processes that compute the gradients together.
  distributed::World world = {};
  Kept kept = Kept::everywhere;
  double b_rate = 1;  ///< learning rate of a LoRA's B, relative to A's (LoRA+, Hayou et al. 2024)
  /// Must outlive the weights if it shards them; then each shard's master is at its owner, too.
  memory::BlockStreamer* streamer = nullptr;
  int64_t bucket_bytes =
      distributed::GradientExchange::bucket_bytes;  ///< exchanged at once between the processes
};

/// The weights that a run trains: the matrices of a LoRA, or the transformer's own weights. The optimizer
/// works on float32 tensors or, without master weights, on bf16 ones. A master takes its weight's gradient
/// after each backward pass and is rounded back into the weight after each update. The model must outlive
/// this. Collective functions must be called by every process of the world. Thread: the training thread.
class TrainedWeights {
 public:
  /// Attaches the LoRA to the model and trains it. @param lora  float32, on the model's device
  static TrainedWeights of_lora(nn::Module& model, adapters::Lora lora,
                                const TrainedWeightsOptions& options = {});
  /// Trains the named parameters of the model.
  static TrainedWeights of_parameters(nn::Module& model, const std::vector<std::string>& names,
                                      const TrainedWeightsOptions& options = {});

  /// The parameters that this process's optimizer updates: all of them, or those it owns. Named
  /// "<path>.lora_A.weight" and so on, like in LoRA files, or like the model's parameters.
  const std::vector<optim::Parameter>& parameters() const { return parameters_; }
  /// All weights, as they are in the model.
  const std::vector<optim::Parameter>& weights() const { return weights_; }
  /// True if parameters() covers all weights.
  bool holds_all() const { return options_.world.size == 1 || options_.kept == Kept::everywhere; }

  /// Call before a backward pass. @param computing  how many micro-batches are computed at the same time:
  /// World::computing()
  void begin_pass(int64_t computing) { passing_->computing = computing; }
  /// Collective; call after a backward pass. Adds weight gradients to those of their masters and frees them.
  void collect_gradients();
  /// Runs `update` within backward passes, for each of parameters() as soon as its gradient is complete,
  /// while the result lives. The gradient is freed afterwards, so only one exists at a time. Only for a
  /// single process whose masters are on the device.
  std::vector<optim::GradientHook> update_within_backward(
      const std::function<void(const optim::Parameter& parameter)>& update);
  /// Collective; call after the last pass of an update. The gradients then are sums over all processes.
  void finish_gradients();
  /// Collective. Norm of all gradients, bit-identical to optim::gradient_norm in one process.
  double gradient_norm() const;
  /// Collective. Given sums of the gradients of parameters(), returns those of weights(). In a dry run:
  /// `own`.
  std::vector<optim::ParameterSums> gather_sums(const std::vector<optim::ParameterSums>& own) const;
  /// Collective; call after the parameters have changed: publish_own() and spread().
  void publish();
  /// Rounds this process's master weights into the model.
  void publish_own();
  /// Collective. Sends each process's weights to all others.
  void spread();

  bool is_lora() const { return !lora_.modules.empty(); }
  /// See TrainingModel::lora_parts(); recorded in checkpoints.
  std::string lora_parts = "transformer";
  const adapters::Lora& lora() const { return lora_; }
  int64_t element_count() const;

 private:
  TrainedWeights(TrainedWeightsOptions options, std::vector<optim::Parameter> weights);
  torch::Tensor parameter_of(const torch::Tensor& weight);

  TrainedWeightsOptions options_;
  adapters::Lora lora_;
  std::vector<optim::Parameter> weights_, parameters_;
  std::vector<size_t> numbers_;  ///< indices of parameters_ in weights_
  /// Gradient state that a backward pass accumulates into, possibly from hooks while it runs.
  struct Passing {
    optim::MasterWeights masters;
    std::optional<distributed::GradientExchange> exchange;
    int64_t computing = 1;

    void collect(std::optional<size_t> block = {});
    void arrived(size_t weight);
  };
  std::unique_ptr<Passing> passing_;
  std::vector<optim::GradientHook> arriving_;
};

}  // namespace fw::training
