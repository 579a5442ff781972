// SPDX-License-Identifier: Apache-2.0
#include "schedulers/flow_training.h"

#include "tensor/libtorch.h"

#include <numbers>

namespace fw::schedulers {
torch::Tensor draw_places(const FlowSettings& settings, int64_t count, torch::Generator& generator) {
  if (settings.weighting == FlowWeighting::logit_normal)
    return torch::sigmoid(at::normal(settings.logit_mean, settings.logit_std, {count}, generator));
  if (settings.weighting == FlowWeighting::beta) {
    // X / (X + Y) of two gamma variables, as numpy and SciPy draw it.
    const auto gamma = [&](double shape) {
      return at::_standard_gamma(torch::full({count}, shape, torch::kFloat64), generator);
    };
    const torch::Tensor x = gamma(settings.beta_alpha), y = gamma(settings.beta_beta);
    return (x / (x + y)).to(torch::kFloat32);
  }
  const torch::Tensor u = torch::rand({count}, generator, torch::TensorOptions(torch::kFloat32));
  return settings.weighting == FlowWeighting::mode ? mode_places(settings, u) : u;
}

torch::Tensor mode_places(const FlowSettings& settings, const torch::Tensor& u) {
  return 1 - u - settings.mode_scale * (torch::cos(std::numbers::pi * u / 2).square() - 1 + u);
}

torch::Tensor logistic_places(const FlowSettings& settings, const torch::Tensor& normal) {
  return torch::sigmoid(settings.logit_mean + settings.logit_std * normal);
}

torch::Tensor sigmas_at(const FlowSettings& settings, const torch::Tensor& places, int64_t tokens) {
  const FlowMatchConfig& schedule = settings.schedule;
  const int64_t last = schedule.num_train_timesteps - 1;
  const torch::Tensor indices =
      (places * static_cast<double>(schedule.num_train_timesteps)).to(torch::kInt64).clamp_(0, last);
  return training_sigmas(schedule, schedule.mu(tokens)).index_select(0, indices);
}

torch::Tensor draw_sigmas(const FlowSettings& settings, int64_t count, int64_t tokens,
                          torch::Generator generator) {
  return sigmas_at(settings, draw_places(settings, count, generator), tokens);
}

torch::Tensor loss_weights(const FlowSettings& settings, const torch::Tensor& sigmas) {
  switch (settings.weighting) {
    case FlowWeighting::sigma_sqrt:
      return sigmas.pow(-2);
    case FlowWeighting::cosmap:
      return 2 / (std::numbers::pi * (1 - 2 * sigmas + 2 * sigmas.square()));
    default:
      return torch::ones_like(sigmas);
  }
}

torch::Tensor whole_timesteps(const torch::Tensor& sigmas) {
  return (sigmas * 1000).to(torch::kInt64);
}

torch::Tensor add_noise(const torch::Tensor& x, const torch::Tensor& noise, const torch::Tensor& sigmas) {
  torch::Tensor s = sigmas;
  while (s.dim() < x.dim()) s = s.unsqueeze(-1);
  return (1 - s) * x + s * noise;
}

}  // namespace fw::schedulers
