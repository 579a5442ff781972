// SPDX-License-Identifier: Apache-2.0
#include "optim/by_parameter.h"

#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::optim {

ByParameter::ByParameter(std::vector<Parameter> parameters)
    : parameters_(std::move(parameters)), kept_(parameters_.size()) {
  for (const Parameter& parameter : parameters_)
    TORCH_INTERNAL_ASSERT(parameter.tensor.scalar_type() == torch::kFloat32);
}

torch::Tensor ByParameter::zeros(const Parameter& parameter, torch::IntArrayRef shape,
                                 torch::Dtype dtype) const {
  return tensor::allocate_beside(parameter.tensor, shape, dtype, tensor::Role::optimizer_state).zero_();
}

torch::Tensor ByParameter::zeros(const Parameter& parameter) const {
  return zeros(parameter, parameter.tensor.sizes());
}

torch::Tensor ByParameter::gradient_of(const Parameter& parameter, double factor) {
  torch::Tensor gradient = parameter.tensor.grad();
  if (!gradient.defined()) return gradient;
  gradient = gradient.to(torch::kFloat32);
  return factor == 1 ? gradient : gradient.mul_(factor);
}

void ByParameter::step(double lr, double gradient_factor) {
  const torch::NoGradGuard no_grad;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const torch::Tensor gradient = gradient_of(parameters_[i], gradient_factor);
    if (!gradient.defined()) continue;
    ++kept_[i].steps;
    update(parameters_[i].tensor, gradient, kept_[i], lr * parameters_[i].lr_factor);
  }
}

StateTensors ByParameter::state() const {
  StateTensors state;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const std::string end = "." + parameters_[i].name;
    for (const auto& [what, tensor] : kept_[i].tensors) state[what + end] = tensor;
    for (const auto& [what, number] : kept_[i].numbers)
      state[what + end] = torch::tensor(number, torch::kFloat64);
    state["step" + end] = torch::tensor(kept_[i].steps, torch::kInt64);
  }
  return state;
}

void ByParameter::load_state(const StateTensors& state) {
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const std::string end = "." + parameters_[i].name;
    for (const auto& [what, tensor] : kept_[i].tensors) load_state_tensor(state, what + end, tensor);
    for (auto& [what, number] : kept_[i].numbers) number = load_state_number(state, what + end);
    const torch::Tensor steps = torch::zeros({}, torch::kInt64);
    load_state_tensor(state, "step" + end, steps);
    kept_[i].steps = steps.item<int64_t>();
  }
}

}  // namespace fw::optim
