// SPDX-License-Identifier: Apache-2.0
#include "optim/prodigy.h"

#include <algorithm>
#include <cmath>

#include "tensor/libtorch.h"

namespace fw::optim {

namespace {

constexpr const char *mean_name = "exp_avg", *mean_square_name = "exp_avg_sq", *sum_of_gradients_name = "s",
                     *start_name = "p0";

/// Two sums of each parameter, on its device, as the host's numbers.
std::vector<ParameterSums> to_host(const std::vector<std::pair<torch::Tensor, torch::Tensor>>& sums) {
  std::map<c10::DeviceType, std::vector<torch::Tensor>> places;  // one copy from each
  for (const auto& [first, second] : sums) {
    if (!first.defined()) continue;
    auto& there = places[first.device().type()];
    there.push_back(first);
    there.push_back(second);
  }
  std::map<c10::DeviceType, std::pair<torch::Tensor, int64_t>> values;  // and the next to be used
  for (const auto& [place, there] : places)
    if (place != torch::kMeta) values[place] = {torch::stack(there).cpu().to(torch::kFloat64), 0};
  std::vector<ParameterSums> all(sums.size());
  for (size_t i = 0; i < sums.size(); ++i) {
    if (!sums[i].first.defined() || sums[i].first.is_meta()) continue;
    auto& [there, next] = values.at(sums[i].first.device().type());
    all[i] = {there[next].item<double>(), there[next + 1].item<double>()};
    next += 2;
  }
  return all;
}

}  // namespace

Prodigy::Prodigy(std::vector<Parameter> parameters, const OptimizerConfig& config)
    : ByParameter(std::move(parameters)),
      config_(config),
      estimate_{config.prodigy.d0, config.prodigy.d0, 0, 0} {
  if (config_.beta3 == 0) config_.beta3 = std::sqrt(config_.beta2);
  const torch::NoGradGuard no_grad;
  for (size_t i = 0; i < this->parameters().size(); ++i) {
    const Parameter& parameter = this->parameters()[i];
    TORCH_INTERNAL_ASSERT(parameter.lr_factor == 1);
    auto& tensors = kept(i).tensors;
    if (config_.beta1 > 0) tensors[mean_name] = zeros(parameter);
    tensors[mean_square_name] = zeros(parameter);
    tensors[sum_of_gradients_name] = zeros(parameter);
    tensors[start_name] = zeros(parameter).copy_(parameter.tensor);
  }
}

/// Adds the gradients to the running means.
/// @return  of each parameter: its share of the numerator of d, without the factor of all; that of the
///          denominator
std::vector<ParameterSums> Prodigy::accumulate(double d_lr, double gradient_factor) {
  const double d = estimate_.d, d0 = config_.prodigy.d0;
  std::vector<std::pair<torch::Tensor, torch::Tensor>> sums(parameters().size());
  for (size_t i = 0; i < parameters().size(); ++i) {
    const torch::Tensor& weight = parameters()[i].tensor;
    torch::Tensor gradient = gradient_of(parameters()[i], gradient_factor);
    if (!gradient.defined()) continue;
    if (config_.weight_decay != 0 && config_.decay == Decay::coupled)
      gradient.add_(weight, config_.weight_decay);
    auto& tensors = kept(i).tensors;
    if (kept(i).steps == 0) tensors.at(start_name).copy_(weight);  // it may have been loaded since
    const torch::Tensor moved = tensors.at(start_name).flatten() - weight.flatten();
    sums[i].first =
        moved.is_meta() ? moved.sum() : torch::dot(gradient.flatten(), moved);  // not in a dry run
    if (config_.beta1 > 0) tensors.at(mean_name).mul_(config_.beta1).add_(gradient, d * (1 - config_.beta1));
    tensors.at(mean_square_name)
        .mul_(config_.beta2)
        .addcmul_(gradient, gradient, d * d * (1 - config_.beta2));
    torch::Tensor& s = tensors.at(sum_of_gradients_name);
    s.mul_(config_.beta3).add_(gradient, d / d0 * (config_.prodigy.safeguard_warmup ? d : d_lr));
    sums[i].second = s.abs().sum();
  }
  return to_host(sums);
}

/// Updates d. @return  false if all gradients are zero: then skip the step
bool Prodigy::estimate(double lr, double d_lr, const std::vector<ParameterSums>& own) {
  const auto all = config_.gather_sums ? config_.gather_sums(own) : own;
  const ProdigyOptions& options = config_.prodigy;
  double numerator = estimate_.d_numerator * config_.beta3, denominator = 0, change = 0;
  for (const ParameterSums& sums : all) {
    change += estimate_.d / options.d0 * d_lr * sums.first;
    denominator += sums.second;
  }
  if (denominator == 0 || lr <= 0) return false;
  numerator += change;
  const double d_hat = options.d_coef * numerator / denominator;
  double& d = estimate_.d;
  if (d == options.d0) d = std::max(d, d_hat);
  estimate_.d_max = std::max(estimate_.d_max, d_hat);
  d = std::min(estimate_.d_max, d * options.growth_rate);
  estimate_.d_numerator = numerator;
  return true;
}

void Prodigy::step(double lr, double gradient_factor) {
  if (lr == 0) return;
  const torch::NoGradGuard no_grad;
  const double after = estimate_.k + 1;
  const double correction = config_.prodigy.bias_correction ? std::sqrt(1 - std::pow(config_.beta2, after)) /
                                                                  (1 - std::pow(config_.beta1, after))
                                                            : 1;
  const double d_lr = estimate_.d * lr * correction;
  const std::vector<ParameterSums> own = accumulate(d_lr, gradient_factor);
  const bool is_dry = !parameters().empty() && parameters().front().tensor.is_meta();
  if (!estimate(lr, d_lr, own) && !is_dry) return;
  for (size_t i = 0; i < parameters().size(); ++i) {
    const torch::Tensor gradient = gradient_of(parameters()[i], 1);
    if (!gradient.defined()) continue;
    ++kept(i).steps;
    update(parameters()[i].tensor, gradient, kept(i), d_lr);
  }
  estimate_.k = after;
}

/// @param lr  times the d before this step; the epsilon is relative to the new one
void Prodigy::update(const torch::Tensor& weight, torch::Tensor gradient, Kept& kept, double lr) {
  torch::Tensor target = weight;
  const torch::Tensor root = kept.tensors.at(mean_square_name).sqrt().add_(estimate_.d * config_.epsilon);
  if (config_.weight_decay != 0 && config_.decay == Decay::decoupled)
    target.add_(target, -config_.weight_decay * lr);
  if (config_.beta1 > 0)
    target.addcdiv_(kept.tensors.at(mean_name), root, -lr);
  else
    target.addcdiv_(gradient, root, -lr * estimate_.d);
}

StateTensors Prodigy::state() const {
  StateTensors state = ByParameter::state();
  for (const auto& [name, number] : numbers) state[name] = torch::tensor(estimate_.*number, torch::kFloat64);
  return state;
}

void Prodigy::load_state(const StateTensors& state) {
  ByParameter::load_state(state);
  for (const auto& [name, number] : numbers) estimate_.*number = load_state_number(state, name);
}

}  // namespace fw::optim
