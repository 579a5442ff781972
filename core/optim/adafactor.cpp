// SPDX-License-Identifier: Apache-2.0
#include "optim/adafactor.h"

#include <algorithm>
#include <cmath>

#include "optim/factored_mean.h"
#include "tensor/libtorch.h"

namespace fw::optim {

namespace {

constexpr double least_square = 1e-30, least_scale = 1e-3, decay_rate = -0.8;
constexpr const char *rows_name = "exp_avg_sq_row", *columns_name = "exp_avg_sq_col",
                     *squares_name = "exp_avg_sq", *moment_name = "exp_avg";

}  // namespace

Adafactor::Adafactor(std::vector<Parameter> parameters, const OptimizerConfig& config)
    : ByParameter(std::move(parameters)), config_(config) {
  for (size_t i = 0; i < this->parameters().size(); ++i) {
    const Parameter& parameter = this->parameters()[i];
    auto& tensors = kept(i).tensors;
    if (config.adafactor.first_moment) tensors[moment_name] = zeros(parameter);
    if (parameter.tensor.dim() < 2) {
      tensors[squares_name] = zeros(parameter);
      continue;
    }
    tensors[rows_name] = zeros(parameter, parameter.tensor.select(-1, 0).sizes());
    tensors[columns_name] = zeros(parameter, parameter.tensor.select(-2, 0).sizes());
  }
}

void Adafactor::update(const torch::Tensor& weight, torch::Tensor gradient, Kept& kept, double lr) {
  const AdafactorOptions& options = config_.adafactor;
  const auto step = static_cast<double>(kept.steps);
  double rate = lr;
  if (options.relative_step) {
    rate = std::min(options.warmup_init ? 1e-6 * step : 1e-2, 1 / std::sqrt(step));
    found_rate_ = rate;
  }
  torch::Tensor scaled_rate = torch::full({}, rate, weight.options().requires_grad(false));
  if (options.scale_parameter)
    scaled_rate = root_mean_square(weight).clamp_min_(least_scale).mul_(rate);  // stays on the device
  FactoredMean mean;
  const bool is_vector = weight.dim() < 2;
  if (is_vector) mean.whole = kept.tensors.at(squares_name);
  if (!is_vector) mean.rows = kept.tensors.at(rows_name), mean.columns = kept.tensors.at(columns_name);
  mean.add(gradient.square().add_(least_square), 1 - std::pow(step, decay_rate));
  torch::Tensor change = mean.inverse_root().mul_(gradient);
  limit_root_mean_square(change, config_.clip_threshold);
  change.mul_(scaled_rate);
  if (options.first_moment) {
    torch::Tensor& average = kept.tensors.at(moment_name);
    change = average.mul_(config_.beta1).add_(change, 1 - config_.beta1);
  }
  torch::Tensor target = weight;
  if (config_.weight_decay != 0) target.addcmul_(target, scaled_rate, -config_.weight_decay);
  target.sub_(change);
}

}  // namespace fw::optim
