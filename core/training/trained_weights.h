// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "adapters/lora.h"
#include "distributed/gradient_exchange.h"
#include "nn/module.h"
#include "optim/master_weights.h"
#include "optim/parameter.h"

namespace fw::training {

/// Where the float32 originals of the trained weights are.
enum class MasterWeightsLocation {
  on_device,  ///< beside the weights; where these are float32, they are it themselves
  on_host,    ///< in (pinned) host memory, with the optimizer's state and work: an offloaded optimizer
  none,       ///< nowhere: the model's weights are trained in their own type
};

struct TrainedWeightsOptions {
  MasterWeightsLocation masters = MasterWeightsLocation::on_device;
  /// With master weights on the host: gradients go there during the backward pass already.
  optim::MasterWeights::Gradients gradients = optim::MasterWeights::Gradients::stay;
};

/// What a run trains: the matrices of a LoRA, or the transformer's own weights. The optimizer works on
/// float32 tensors or, without master weights, on bf16 ones; a master takes over its weight's gradient after
/// each backward pass and is rounded back after each update. The model must outlive it. Thread: the training
/// thread.
class TrainedWeights {
 public:
  /// Attaches the LoRA to the model and trains it. @param lora  float32, on the model's device
  static TrainedWeights of_lora(nn::Module& model, adapters::Lora lora,
                                const TrainedWeightsOptions& options = {});
  /// Trains the named parameters of the model.
  static TrainedWeights of_parameters(nn::Module& model, const std::vector<std::string>& names,
                                      const TrainedWeightsOptions& options = {});

  /// "<path>.lora_A.weight" and "<path>.lora_B.weight", or the parameters' names.
  const std::vector<optim::Parameter>& parameters() const { return parameters_; }
  /// From now on the gradients are sums over all ranks. @param ranks  must outlive it
  void share_gradients(distributed::Ranks& ranks);
  /// After a backward pass: adds the gradients of weights that have a master to the master's and frees them.
  /// @param computing  how many ranks, the first ones, have made that pass
  void collect_gradients(int64_t computing = 1);
  /// After the last one of an update.
  void finish_gradients();
  /// After the master weights were changed: rounds them into the model.
  void publish();

  bool is_lora() const { return !lora_.modules.empty(); }
  const adapters::Lora& lora() const { return lora_; }
  int64_t element_count() const;

 private:
  explicit TrainedWeights(const TrainedWeightsOptions& options);
  void add(const std::string& name, torch::Tensor weight);

  TrainedWeightsOptions options_;
  adapters::Lora lora_;
  std::vector<torch::Tensor> weights_;  ///< in the model, by parameter
  std::vector<optim::Parameter> parameters_;
  std::unique_ptr<optim::MasterWeights> masters_;
  std::unique_ptr<distributed::GradientExchange> exchange_;
};

}  // namespace fw::training
