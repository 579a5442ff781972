// SPDX-License-Identifier: Apache-2.0
#include "schedulers/diffusion_schedule.h"

#include <cmath>
#include <string>

#include "nn/config_reader.h"
#include "schedulers/sampler.h"

namespace fw::schedulers {
namespace {

constexpr int64_t largest_timestep_count = 1'000'000;

/// np.arange(count, 0, -count / steps), rounded half to even. NumPy uses the difference of its first two
/// values as the step, which decides about halves. For some numbers of steps (61, 103), rounding gives NumPy
/// one more value, a timestep of -1, which does not exist: it is dropped here.
std::vector<int64_t> trailing(int64_t count, int64_t steps) {
  const auto start = static_cast<double>(count);
  const double step = -start / static_cast<double>(steps);
  const double delta = (start + step) - start;
  std::vector<int64_t> timesteps;
  for (int64_t i = 0; i < steps; ++i)
    timesteps.push_back(static_cast<int64_t>(std::nearbyint(start + static_cast<double>(i) * delta)) - 1);
  return timesteps;
}

std::vector<int64_t> leading(int64_t count, int64_t steps, int64_t offset) {
  std::vector<int64_t> timesteps;
  for (int64_t i = steps - 1; i >= 0; --i) timesteps.push_back(i * (count / steps) + offset);
  return timesteps;
}

std::vector<int64_t> linspace(int64_t count, int64_t steps) {
  if (steps == 1) return {0};
  const double step = static_cast<double>(count - 1) / static_cast<double>(steps - 1);
  std::vector<int64_t> timesteps{count - 1};
  for (int64_t i = steps - 2; i >= 0; --i)
    timesteps.push_back(static_cast<int64_t>(std::nearbyint(static_cast<double>(i) * step)));
  return timesteps;
}

std::vector<double> cumulative_alphas(const DiffusionScheduleConfig& config) {
  const auto n = static_cast<size_t>(config.num_train_timesteps);
  const double first = std::sqrt(config.beta_start), last = std::sqrt(config.beta_end);
  std::vector<double> alphas;
  double product = 1;
  for (size_t i = 0; i < n; ++i) {
    const double root =
        n == 1 ? first : first + (last - first) * static_cast<double>(i) / static_cast<double>(n - 1);
    product *= 1 - root * root;
    alphas.push_back(product / (config.snr_shift_scale + (1 - config.snr_shift_scale) * product));
  }
  if (!config.rescale_betas_zero_snr) return alphas;
  const double root_first = std::sqrt(alphas.front()), root_last = std::sqrt(alphas.back());
  for (double& alpha : alphas) {
    const double root = (std::sqrt(alpha) - root_last) * (root_first / (root_first - root_last));
    alpha = root * root;
  }
  return alphas;
}

}  // namespace

DiffusionScheduleConfig DiffusionScheduleConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader reader(json, "scheduler_config.json");
  DiffusionScheduleConfig c;
  c.num_train_timesteps = reader.size("num_train_timesteps", c.num_train_timesteps);
  c.beta_start = reader.number("beta_start", c.beta_start);
  c.beta_end = reader.number("beta_end", c.beta_end);
  c.set_alpha_to_one = reader.boolean("set_alpha_to_one", c.set_alpha_to_one);
  c.steps_offset = reader.count("steps_offset", c.steps_offset);
  c.rescale_betas_zero_snr = reader.boolean("rescale_betas_zero_snr", c.rescale_betas_zero_snr);
  c.snr_shift_scale = reader.number("snr_shift_scale", c.snr_shift_scale);
  reader.expect("beta_schedule", "scaled_linear", nullptr);
  reader.expect("prediction_type", "v_prediction", nullptr);
  reader.expect("trained_betas", nullptr, nullptr);
  const std::string spacing = reader.text("timestep_spacing", "leading");
  if (spacing == "trailing") c.timestep_spacing = TimestepSpacing::trailing;
  if (spacing == "linspace") c.timestep_spacing = TimestepSpacing::linspace;
  reader.require(spacing == "leading" || c.timestep_spacing != TimestepSpacing::leading,
                 "timestep_spacing is unknown");
  reader.require(c.num_train_timesteps <= largest_timestep_count, "num_train_timesteps is out of range");
  reader.finish();
  return c;
}

DiffusionSchedule::DiffusionSchedule(const DiffusionScheduleConfig& config)
    : config_(config),
      alphas_cumprod_(cumulative_alphas(config)),
      alphas_(torch::tensor(alphas_cumprod_, torch::kFloat64).to(torch::kFloat32)) {}

int64_t DiffusionSchedule::previous_timestep(int64_t timestep, int64_t steps) const {
  return timestep - config_.num_train_timesteps / steps;
}

double DiffusionSchedule::previous_alpha(int64_t timestep, int64_t steps) const {
  const int64_t previous = previous_timestep(timestep, steps);
  if (previous >= 0) return alpha(previous);
  return config_.set_alpha_to_one ? 1.0 : alphas_cumprod_.front();
}

std::vector<int64_t> DiffusionSchedule::timesteps(int64_t steps) const {
  check_step_count(steps, config_.num_train_timesteps);
  switch (config_.timestep_spacing) {
    case TimestepSpacing::trailing:
      return trailing(config_.num_train_timesteps, steps);
    case TimestepSpacing::leading:
      return leading(config_.num_train_timesteps, steps, config_.steps_offset);
    default:
      return linspace(config_.num_train_timesteps, steps);
  }
}

DiffusionSchedule::Shares DiffusionSchedule::shares(const torch::Tensor& timesteps) const {
  const torch::Tensor alpha = alphas_.to(timesteps.device()).index_select(0, timesteps);
  return {alpha.sqrt(), (1 - alpha).sqrt()};
}

DiffusionSchedule::Shares DiffusionSchedule::shares_for(const torch::Tensor& x,
                                                        const torch::Tensor& timesteps) const {
  std::vector<int64_t> shape(static_cast<size_t>(x.dim()), 1);
  shape[0] = -1;
  const auto [signal, noise] = shares(timesteps.to(x.device()));
  return {signal.view(shape), noise.view(shape)};
}

torch::Tensor DiffusionSchedule::add_noise(const torch::Tensor& x, const torch::Tensor& noise,
                                           const torch::Tensor& timesteps) const {
  const auto [of_signal, of_noise] = shares_for(x, timesteps);
  return of_signal * x + of_noise * noise;
}

torch::Tensor DiffusionSchedule::velocity(const torch::Tensor& x, const torch::Tensor& noise,
                                          const torch::Tensor& timesteps) const {
  const auto [of_signal, of_noise] = shares_for(x, timesteps);
  return of_signal * noise - of_noise * x;
}

}  // namespace fw::schedulers
