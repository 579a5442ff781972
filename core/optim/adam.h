// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "optim/parameter.h"

namespace fw::optim {

/// How weight decay enters: off the weight itself (AdamW, Loshchilov and Hutter 2019) or added to the
/// gradient (Adam with an L2 term, Kingma and Ba 2015).
enum class Decay { decoupled, coupled };

struct AdamConfig {
  Decay decay = Decay::decoupled;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-8;
  double weight_decay = 0.01;
};

/// Adam and AdamW on float32 tensors of one device, by LibTorch's fused kernels.
/// Thread: one at a time.
class Adam {
 public:
  /// The state is made here, so that a run that does not fit fails at its start.
  Adam(std::vector<Parameter> parameters, const AdamConfig& config);

  /// One update of every parameter that has a gradient. Cost: one pass over weights, gradients and state.
  void step(double lr);

  /// exp_avg.<name>, exp_avg_sq.<name> (the tensors themselves, not copies) and `steps` [parameters] int64.
  StateTensors state() const;
  /// @throws fw::Error optim.state_mismatch: a tensor is missing or of another shape
  void load_state(const StateTensors& state);

  const std::vector<Parameter>& parameters() const { return parameters_; }

 private:
  AdamConfig config_;
  std::vector<Parameter> parameters_;
  std::vector<torch::Tensor> exp_avg_, exp_avg_sq_;
  std::vector<torch::Tensor> steps_;  // scalars, float32: what the kernels take
};

/// Copies `state`'s tensor `name` into `target`. @throws fw::Error optim.state_mismatch
void load_state_tensor(const StateTensors& state, const std::string& name, torch::Tensor target);

}  // namespace fw::optim
