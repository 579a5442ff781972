// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "adapters/lora.h"
#include "nn/module.h"
#include "optim/parameter.h"

namespace fw::training {

/// What a run trains: the matrices of a LoRA, or the transformer's own weights. The optimizer always works on
/// float32 tensors; where the model computes in a smaller type, each of its weights has a float32 master,
/// which takes over the gradient after each backward pass and is rounded back after each update.
/// The model must outlive it. Thread: the training thread.
class TrainedWeights {
 public:
  /// Attaches the LoRA to the model and trains it. @param lora  float32, on the model's device
  static TrainedWeights of_lora(nn::Module& model, adapters::Lora lora);
  /// Trains the named parameters of the model.
  static TrainedWeights of_parameters(nn::Module& model, const std::vector<std::string>& names);

  /// "<path>.lora_A.weight" and "<path>.lora_B.weight", or the parameters' names.
  const std::vector<optim::Parameter>& parameters() const { return parameters_; }
  /// After a backward pass: adds the gradients of smaller types to the masters' and frees them.
  void collect_gradients();
  /// After the masters were changed: rounds them into the model.
  void publish();

  bool is_lora() const { return !lora_.modules.empty(); }
  const adapters::Lora& lora() const { return lora_; }
  int64_t element_count() const;

 private:
  struct Rounded {
    torch::Tensor master, weight;
  };
  adapters::Lora lora_;
  std::vector<optim::Parameter> parameters_;
  std::vector<Rounded> rounded_;
};

}  // namespace fw::training
