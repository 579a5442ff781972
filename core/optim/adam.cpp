// SPDX-License-Identifier: Apache-2.0
#include "optim/adam.h"

#include <torch/torch.h>

#include "base/error.h"
#include "tensor/placement.h"

namespace fw::optim {

namespace {

constexpr ErrorCode state_mismatch{
    "optim.state_mismatch",
    FW_TEXT("errors", "The optimizer's saved state does not fit this run: {tensor} is {problem}."),
    FW_TEXT("errors",
            "Resume with the run file that wrote the checkpoint; to change what is trained, start a new run "
            "from its weights.")};

}  // namespace

void load_state_tensor(const StateTensors& state, const std::string& name, torch::Tensor target) {
  const auto found = state.find(name);
  if (found == state.end()) throw Error(state_mismatch, {{"tensor", name}, {"problem", "missing"}});
  if (found->second.sizes() != target.sizes()) {
    throw Error(state_mismatch, {{"tensor", name}, {"problem", "of another shape"}});
  }
  const torch::NoGradGuard no_grad;
  target.copy_(found->second);
}

Adam::Adam(std::vector<Parameter> parameters, const AdamConfig& config)
    : config_(config), parameters_(std::move(parameters)) {
  const auto zeros = [](const torch::Tensor& like) {
    return tensor::allocate(like.sizes(), torch::kFloat32, like.device(), tensor::Placement::device,
                            tensor::Role::optimizer_state)
        .zero_();
  };
  for (const Parameter& parameter : parameters_) {
    exp_avg_.push_back(zeros(parameter.tensor));
    exp_avg_sq_.push_back(zeros(parameter.tensor));
    steps_.push_back(torch::zeros({}, parameter.tensor.options().requires_grad(false)));
  }
}

void Adam::step(double lr) {
  const torch::NoGradGuard no_grad;
  std::vector<torch::Tensor> weights, gradients, exp_avg, exp_avg_sq, steps;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const torch::Tensor& gradient = parameters_[i].tensor.grad();
    if (!gradient.defined()) continue;
    weights.push_back(parameters_[i].tensor);
    gradients.push_back(gradient);
    exp_avg.push_back(exp_avg_[i]);
    exp_avg_sq.push_back(exp_avg_sq_[i]);
    steps.push_back(steps_[i]);
  }
  if (weights.empty()) return;
  at::_foreach_add_(steps, 1.0);  // the kernels take the number of this step
  const auto run = [&](const auto& kernel) {
    kernel(weights, gradients, exp_avg, exp_avg_sq, at::TensorList(), steps, lr, config_.beta1, config_.beta2,
           config_.weight_decay, config_.epsilon, /*amsgrad=*/false, /*maximize=*/false);
  };
  if (config_.decay == Decay::decoupled) {
    run([](auto&&... arguments) { at::_fused_adamw_(arguments...); });
  } else {
    run([](auto&&... arguments) { at::_fused_adam_(arguments...); });
  }
}

StateTensors Adam::state() const {
  StateTensors state;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    state["exp_avg." + parameters_[i].name] = exp_avg_[i];
    state["exp_avg_sq." + parameters_[i].name] = exp_avg_sq_[i];
  }
  state["steps"] =
      steps_.empty() ? torch::zeros({0}, torch::kInt64) : torch::stack(steps_).to(torch::kInt64).cpu();
  return state;
}

void Adam::load_state(const StateTensors& state) {
  auto steps = torch::zeros({static_cast<int64_t>(steps_.size())}, torch::kInt64);
  load_state_tensor(state, "steps", steps);
  for (size_t i = 0; i < parameters_.size(); ++i) {
    load_state_tensor(state, "exp_avg." + parameters_[i].name, exp_avg_[i]);
    load_state_tensor(state, "exp_avg_sq." + parameters_[i].name, exp_avg_sq_[i]);
    steps_[i].fill_(steps[static_cast<int64_t>(i)].item<int64_t>());
  }
}

}  // namespace fw::optim
