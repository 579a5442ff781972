// SPDX-License-Identifier: Apache-2.0
#include "optim/lion.h"

#include "tensor/libtorch.h"

namespace fw::optim {

Lion::Lion(std::vector<Parameter> parameters, const OptimizerConfig& config)
    : ByParameter(std::move(parameters)), config_(config) {
  for (size_t i = 0; i < this->parameters().size(); ++i)
    kept(i).tensors["exp_avg"] = zeros(this->parameters()[i]);
}

void Lion::update(const torch::Tensor& weight, torch::Tensor gradient, Kept& kept, double lr) {
  torch::Tensor target = weight;
  torch::Tensor& average = kept.tensors.at("exp_avg");
  if (config_.weight_decay != 0) target.mul_(1 - lr * config_.weight_decay);
  target.add_(average.mul(config_.beta1).add_(gradient, 1 - config_.beta1).sgn_(), -lr);
  average.mul_(config_.beta2).add_(gradient, 1 - config_.beta2);
}

}  // namespace fw::optim
