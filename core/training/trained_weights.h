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
#include "optim/parameter.h"

namespace fw::training {

/// Where the float32 originals of the trained weights are.
enum class MasterWeightsLocation {
  on_device,  ///< beside the weights; where these are float32, they are it themselves
  on_host,    ///< in (pinned) host memory, with the optimizer's state and work: an offloaded optimizer
  none,       ///< nowhere: the model's weights are trained in their own type
};

/// In a world of several processes: where a weight's master, its sums of gradients and all that the optimizer
/// keeps of it are.
enum class Kept {
  everywhere,
  at_owner,  ///< at one of the processes: ZeRO (Rajbhandari et al. 2020)
};

struct TrainedWeightsOptions {
  MasterWeightsLocation masters = MasterWeightsLocation::on_device;
  /// With master weights on the host: gradients go there during the backward pass already.
  optim::MasterWeights::Gradients gradients = optim::MasterWeights::Gradients::stay;
  /// Whose processes compute the gradients together.
  distributed::World world = {};
  Kept kept = Kept::everywhere;
  /// May share out weights that are trained, and outlives them then: their owners are at_owner too.
  memory::BlockStreamer* streamer = nullptr;
  int64_t bucket_bytes =
      distributed::GradientExchange::bucket_bytes;  ///< that the processes exchange at once
};

/// What a run trains: the matrices of a LoRA, or the transformer's own weights. The optimizer works on
/// float32 tensors or, without master weights, on bf16 ones; a master takes over its weight's gradient after
/// each backward pass and is rounded back after each update. The model must outlive it. What is said to be
/// done together needs a call of every process of the world. Thread: the training thread.
class TrainedWeights {
 public:
  /// Attaches the LoRA to the model and trains it. @param lora  float32, on the model's device
  static TrainedWeights of_lora(nn::Module& model, adapters::Lora lora,
                                const TrainedWeightsOptions& options = {});
  /// Trains the named parameters of the model.
  static TrainedWeights of_parameters(nn::Module& model, const std::vector<std::string>& names,
                                      const TrainedWeightsOptions& options = {});

  /// Those that the optimizer of this process works on, as it works on them: all, or what it owns.
  /// "<path>.lora_A.weight" and "<path>.lora_B.weight", or the parameters' names.
  const std::vector<optim::Parameter>& parameters() const { return parameters_; }
  /// All, as they are in the model.
  const std::vector<optim::Parameter>& weights() const { return weights_; }
  /// Whether parameters() are all.
  bool holds_all() const { return options_.world.size == 1 || options_.kept == Kept::everywhere; }

  /// Before a backward pass. @param computing  how many micro-batches are computed at the same time:
  /// World::computing()
  void begin_pass(int64_t computing) { passing_->computing = computing; }
  /// After it, together: adds the gradients of weights that have a master to the master's and frees them.
  void collect_gradients();
  /// While the result lives: `update` runs within backward passes, for each of parameters() as soon as its
  /// gradient is whole, which is dropped afterwards, so that there is never more than one. For a process
  /// alone whose masters are on the device.
  std::vector<optim::GradientHook> update_within_backward(
      const std::function<void(const optim::Parameter& parameter)>& update);
  /// After the last one of an update, together: the gradients are sums over all processes.
  void finish_gradients();
  /// Of all of them, together: optim::gradient_norm with the bits of one process.
  double gradient_norm() const;
  /// After the parameters were changed, together: publish_own() and spread().
  void publish();
  /// Rounds master weights into the model.
  void publish_own();
  /// Has all processes know the weights of each, together.
  void spread();

  bool is_lora() const { return !lora_.modules.empty(); }
  const adapters::Lora& lora() const { return lora_; }
  int64_t element_count() const;

 private:
  TrainedWeights(TrainedWeightsOptions options, std::vector<optim::Parameter> weights);
  torch::Tensor parameter_of(const torch::Tensor& weight);

  TrainedWeightsOptions options_;
  adapters::Lora lora_;
  std::vector<optim::Parameter> weights_, parameters_;
  std::vector<size_t> numbers_;  ///< of parameters_ among weights_
  /// What a backward pass adds to, through which gradients may go while it runs.
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
