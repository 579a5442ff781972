// SPDX-License-Identifier: Apache-2.0
#include "optim/came.h"

#include "optim/factored_mean.h"
#include "tensor/libtorch.h"

namespace fw::optim {

namespace {

constexpr double least_came_square = 1e-30, least_instability = 1e-16;

FactoredMean factored(const std::map<std::string, torch::Tensor>& tensors, const std::string& name) {
  return {tensors.at(name + "_row"), tensors.at(name + "_col"), {}};
}

}  // namespace

Came::Came(std::vector<Parameter> parameters, const OptimizerConfig& config)
    : ByParameter(std::move(parameters)), config_(config) {
  if (config_.beta3 == 0) config_.beta3 = 0.9999;
  for (size_t i = 0; i < this->parameters().size(); ++i) {
    const Parameter& parameter = this->parameters()[i];
    auto& tensors = kept(i).tensors;
    tensors["exp_avg"] = zeros(parameter);
    if (parameter.tensor.dim() < 2) {
      tensors["exp_avg_sq"] = zeros(parameter);
      continue;
    }
    for (const std::string name : {"exp_avg_sq", "exp_avg_res"}) {
      tensors[name + "_row"] = zeros(parameter, parameter.tensor.select(-1, 0).sizes());
      tensors[name + "_col"] = zeros(parameter, parameter.tensor.select(-2, 0).sizes());
    }
  }
}

void Came::update(const torch::Tensor& weight, torch::Tensor gradient, Kept& kept, double lr) {
  const bool is_vector = weight.dim() < 2;
  FactoredMean mean;
  if (is_vector)
    mean.whole = kept.tensors.at("exp_avg_sq");
  else
    mean = factored(kept.tensors, "exp_avg_sq");
  mean.add(gradient.square().add_(least_came_square), config_.beta2);
  torch::Tensor change = mean.inverse_root().mul_(gradient);
  limit_root_mean_square(change, config_.clip_threshold);
  torch::Tensor& average = kept.tensors.at("exp_avg");
  average.mul_(config_.beta1).add_(change, 1 - config_.beta1);
  torch::Tensor target = weight;
  if (config_.weight_decay != 0) target.add_(target, -config_.weight_decay * lr);
  if (is_vector) {
    target.sub_(average, lr);
    return;
  }
  FactoredMean instability = factored(kept.tensors, "exp_avg_res");
  instability.add(change.sub_(average).square_().add_(least_instability), config_.beta3);
  target.sub_(instability.inverse_root().mul_(average).mul_(lr));
}

}  // namespace fw::optim
