// SPDX-License-Identifier: Apache-2.0
#include "schedulers/flow_match.h"

#include <cmath>

#include "nn/config_reader.h"
#include "tensor/libtorch.h"

namespace fw::schedulers {
namespace {

/// The noise level at which the linear half of linear_quadratic ends, in every published model.
constexpr double linear_threshold = 0.025;

std::vector<double> linear(int64_t steps) {
  std::vector<double> sigmas;
  for (int64_t i = 0; i < steps; ++i)
    sigmas.push_back(1 - static_cast<double>(i) / static_cast<double>(steps));
  return sigmas;
}

/// Both parts have the same slope where they meet.
std::vector<double> linear_quadratic(int64_t steps) {
  if (steps == 1) return {1};
  const auto n = static_cast<double>(steps), half = static_cast<double>(steps / 2), rest = n - half;
  const double missing = half - linear_threshold * n;
  const double quadratic = missing / (half * rest * rest);
  const double slope = linear_threshold / half - 2 * missing / (rest * rest);
  std::vector<double> sigmas;
  for (double i = 0; i < n; ++i) {
    sigmas.push_back(1 - (i < half ? i * linear_threshold / half
                                   : quadratic * i * i + slope * i + quadratic * half * half));
  }
  return sigmas;
}

std::vector<double> training_range(int64_t steps, const FlowMatchConfig& config) {
  const torch::Tensor trained = training_sigmas(config);
  const double first = trained[0].item<float>(), last = trained[-1].item<float>();
  std::vector<double> sigmas{first};
  for (int64_t i = 1; i < steps; ++i)
    sigmas.push_back(first + (last - first) * static_cast<double>(i) / static_cast<double>(steps - 1));
  return sigmas;
}

torch::Tensor as_tensor(const std::vector<float>& numbers) {
  return torch::tensor(numbers, torch::kFloat32);
}

/// The complete schedule, including its end.
std::vector<float> schedule(const FlowMatchConfig& config, const std::vector<float>& spaced, double mu) {
  torch::Tensor sigmas = config.shifted(as_tensor(spaced), mu);
  // A single step starts at 1, so there is nothing to stretch.
  if (config.shift_terminal && spaced.size() > 1) {
    const torch::Tensor clean = 1 - sigmas;
    sigmas = 1 - clean / (clean[-1] / (1 - *config.shift_terminal));
  }
  if (config.invert_sigmas) sigmas = 1 - sigmas;
  std::vector<float> all(sigmas.data_ptr<float>(), sigmas.data_ptr<float>() + sigmas.numel());
  all.push_back(config.invert_sigmas ? 1 : 0);
  return all;
}

std::vector<double> timesteps_of(const std::vector<float>& sigmas, int64_t count) {
  std::vector<double> timesteps;
  for (size_t i = 0; i + 1 < sigmas.size(); ++i) timesteps.push_back(sigmas[i] * static_cast<float>(count));
  return timesteps;
}

}  // namespace

FlowMatchConfig FlowMatchConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader reader(json, "scheduler_config.json");
  FlowMatchConfig c;
  c.num_train_timesteps = reader.size("num_train_timesteps", c.num_train_timesteps);
  c.shift = reader.number("shift", c.shift);
  c.use_dynamic_shifting = reader.boolean("use_dynamic_shifting", false);
  c.base_shift = reader.number("base_shift", c.base_shift);
  c.max_shift = reader.number("max_shift", c.max_shift);
  c.base_image_seq_len = reader.size("base_image_seq_len", c.base_image_seq_len);
  c.max_image_seq_len = reader.size("max_image_seq_len", c.max_image_seq_len);
  c.shift_terminal = reader.optional_number("shift_terminal");
  c.invert_sigmas = reader.boolean("invert_sigmas", false);
  for (const char* key :
       {"use_karras_sigmas", "use_exponential_sigmas", "use_beta_sigmas", "stochastic_sampling"})
    reader.expect(key, false, false);
  reader.expect("time_shift_type", "exponential", "exponential");
  // Belongs to discrete schedules, and to the configuration of a multistep flow solver.
  if (!reader.boolean("use_flow_sigmas", false)) reader.expect("beta_schedule", nullptr, nullptr);
  reader.require(c.max_image_seq_len > c.base_image_seq_len,
                 "max_image_seq_len is not above base_image_seq_len");
  reader.require(c.shift > 0, "shift is not above 0");
  reader.require(!c.shift_terminal || (*c.shift_terminal >= 0 && *c.shift_terminal < 1),
                 "shift_terminal is not in 0 to 1");
  reader.finish();
  return c;
}

double FlowMatchConfig::mu(int64_t tokens) const {
  const double slope = (max_shift - base_shift) / static_cast<double>(max_image_seq_len - base_image_seq_len);
  return static_cast<double>(tokens) * slope + base_shift - slope * static_cast<double>(base_image_seq_len);
}

torch::Tensor FlowMatchConfig::shifted(const torch::Tensor& sigmas, double mu) const {
  if (!use_dynamic_shifting) return shift * sigmas / (1 + (shift - 1) * sigmas);
  return std::exp(mu) / (std::exp(mu) + (1 / sigmas - 1));
}

torch::Tensor training_sigmas(const FlowMatchConfig& config, double mu) {
  const int64_t count = config.num_train_timesteps;
  const torch::Tensor even = torch::arange(count, 0, -1, torch::kFloat32) / static_cast<double>(count);
  return config.shifted(even, mu);
}

std::vector<float> spaced_sigmas(SigmaSpacing spacing, int64_t steps, const FlowMatchConfig& config) {
  check_step_count(steps, config.num_train_timesteps);
  const std::vector<double> sigmas = spacing == SigmaSpacing::training_range ? training_range(steps, config)
                                     : spacing == SigmaSpacing::linear_quadratic ? linear_quadratic(steps)
                                                                                 : linear(steps);
  return {sigmas.begin(), sigmas.end()};
}

FlowMatchEuler::FlowMatchEuler(const FlowMatchConfig& config, const std::vector<float>& sigmas, double mu)
    : FlowMatchEuler(config.num_train_timesteps, schedule(config, sigmas, mu)) {}

FlowMatchEuler::FlowMatchEuler(int64_t num_train_timesteps, std::vector<float> sigmas)
    : Sampler(timesteps_of(sigmas, num_train_timesteps)),
      num_train_timesteps_(num_train_timesteps),
      sigmas_(std::move(sigmas)) {}

Sampler::Step FlowMatchEuler::step(size_t index, const torch::Tensor& model_output,
                                   const torch::Tensor& sample, const torch::Tensor&) {
  const float sigma = sigmas_.at(index);
  return {sample + model_output * (sigmas_.at(index + 1) - sigma),
          sample + model_output * (sigmas_.back() - sigma)};
}

torch::Tensor FlowMatchEuler::step_per_token(const torch::Tensor& model_output, const torch::Tensor& sample,
                                             const torch::Tensor& timesteps) const {
  constexpr double tolerance = 1e-6;  // a token at a scheduled sigma is not below it
  const torch::Tensor now = timesteps / static_cast<double>(num_train_timesteps_);  // [B, S]
  const torch::Tensor scheduled = as_tensor(sigmas_).to(now.device()).view({-1, 1, 1});
  const torch::Tensor next = ((scheduled < now - tolerance) * scheduled).amax(0);
  return sample - (now - next).unsqueeze(-1) * model_output;
}

}  // namespace fw::schedulers
