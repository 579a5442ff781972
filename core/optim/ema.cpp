// SPDX-License-Identifier: Apache-2.0
#include "optim/ema.h"

#include <torch/torch.h>

#include "optim/optimizer.h"
#include "tensor/placement.h"

namespace fw::optim {

Ema::Ema(std::vector<Parameter> parameters, double decay)
    : decay_(decay), parameters_(std::move(parameters)) {
  const torch::NoGradGuard no_grad;
  for (const Parameter& parameter : parameters_) {
    average_.push_back(tensor::allocate_beside(parameter.tensor, parameter.tensor.sizes(), torch::kFloat32,
                                               tensor::Role::optimizer_state));
    average_.back().copy_(parameter.tensor);
  }
}

void Ema::update() {
  const torch::NoGradGuard no_grad;
  std::vector<torch::Tensor> weights;
  for (const Parameter& parameter : parameters_) weights.push_back(parameter.tensor.to(torch::kFloat32));
  at::_foreach_lerp_(average_, weights, 1.0 - decay_);
}

void Ema::swap() {
  for (size_t i = 0; i < parameters_.size(); ++i) {
    torch::Tensor weight = parameters_[i].tensor;
    const torch::Tensor values = weight.detach();
    if (weight.scalar_type() == torch::kFloat32) {
      weight.set_data(average_[i]);
      average_[i] = values;
    } else if (set_aside_.count(i) == 0) {
      weight.set_data(average_[i].to(weight.scalar_type()));
      set_aside_[i] = values;
    } else {
      weight.set_data(set_aside_[i]);
      set_aside_.erase(i);
    }
  }
}

StateTensors Ema::state() const {
  StateTensors state;
  for (size_t i = 0; i < parameters_.size(); ++i) state["ema." + parameters_[i].name] = average_[i];
  return state;
}

void Ema::load_state(const StateTensors& state) {
  for (size_t i = 0; i < parameters_.size(); ++i) {
    load_state_tensor(state, "ema." + parameters_[i].name, average_[i]);
  }
}

}  // namespace fw::optim
