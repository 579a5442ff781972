// SPDX-License-Identifier: Apache-2.0
#include "optim/schedule_free.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::optim {

namespace {

constexpr const char *z_name = "z", *z_squares_name = "exp_avg_sq", *sum_name = "weight_sum",
                     *largest_name = "lr_max";

constexpr ErrorCode no_average{
    "optim.no_average",
    FW_TEXT("errors", "With optimizer.beta1 = 0, schedule-free AdamW has no average of its weights."),
    FW_TEXT("errors", "Set optimizer.beta1 to 0.9."), Blame::input};

}  // namespace

ScheduleFree::ScheduleFree(std::vector<Parameter> parameters, const OptimizerConfig& config)
    : ByParameter(std::move(parameters)), config_(config) {
  if (config.beta1 <= 0) throw Error(no_average);
  const torch::NoGradGuard no_grad;
  for (size_t i = 0; i < this->parameters().size(); ++i) {
    const Parameter& parameter = this->parameters()[i];
    kept(i).tensors[z_name] = zeros(parameter).copy_(parameter.tensor);
    kept(i).tensors[z_squares_name] = zeros(parameter);
    kept(i).numbers = {{sum_name, 0}, {largest_name, 0}};
  }
}

void ScheduleFree::update(const torch::Tensor& weight, torch::Tensor gradient, Kept& kept, double lr) {
  TORCH_INTERNAL_ASSERT(aside_.empty());
  torch::Tensor y = weight;
  torch::Tensor &z = kept.tensors.at(z_name), &squares = kept.tensors.at(z_squares_name);
  if (kept.steps == 1) z.copy_(y);  // the weights may have been loaded after the optimizer was made
  double &sum = kept.numbers.at(sum_name), &most = kept.numbers.at(largest_name);
  most = std::max(most, lr);
  sum += most * most;
  const double share = sum > 0 ? most * most / sum : 0;  // of z in x
  squares.mul_(config_.beta2).addcmul_(gradient, gradient, 1 - config_.beta2);
  const double correction = 1 - std::pow(config_.beta2, static_cast<double>(kept.steps));
  gradient.div_((squares / correction).sqrt_().add_(config_.epsilon));
  if (config_.weight_decay != 0) gradient.add_(y, config_.weight_decay);
  // Keeps y between x and z without computing x.
  y.lerp_(z, share).add_(gradient, lr * (config_.beta1 * (1 - share) - 1));
  z.sub_(gradient, lr);
}

void ScheduleFree::swap_average() {
  const torch::NoGradGuard no_grad;
  const std::vector<Parameter>& all = parameters();
  if (!aside_.empty()) {
    for (size_t i = 0; i < all.size(); ++i) torch::Tensor(all[i].tensor).set_data(aside_[i]);
    aside_.clear();
    return;
  }
  std::vector<torch::Tensor> used, trained;  // operations that may throw come first
  for (size_t i = 0; i < all.size(); ++i) {
    const torch::Tensor& y = all[i].tensor;
    used.push_back(tensor::allocate_beside(y, y.sizes(), torch::kFloat32, tensor::Role::weights).copy_(y));
    if (kept(i).steps > 0) used.back().lerp_(kept(i).tensors.at(z_name), 1 - 1 / config_.beta1);
    trained.push_back(y.detach());
  }
  aside_ = std::move(trained);
  for (size_t i = 0; i < all.size(); ++i) torch::Tensor(all[i].tensor).set_data(used[i]);
}

StateTensors ScheduleFree::state() const {
  StateTensors state = ByParameter::state();
  for (size_t i = 0; i < parameters().size(); ++i)
    state["y." + parameters()[i].name] = aside_.empty() ? parameters()[i].tensor.detach() : aside_[i];
  return state;
}

void ScheduleFree::load_state(const StateTensors& state) {
  ByParameter::load_state(state);
  for (const Parameter& parameter : parameters())
    load_state_tensor(state, "y." + parameter.name, parameter.tensor);
}

}  // namespace fw::optim
