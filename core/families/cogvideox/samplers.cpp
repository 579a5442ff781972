// SPDX-License-Identifier: Apache-2.0
#include "families/cogvideox/samplers.h"

#include "tensor/libtorch.h"

#include <cmath>

namespace fw::families {

namespace {

using schedulers::DiffusionSchedule;
using schedulers::Sampler;

std::vector<double> as_double(const std::vector<int64_t>& timesteps) {
  return {timesteps.begin(), timesteps.end()};
}

/// Half the log signal-to-noise ratio.
double log_snr(double alpha) {
  return std::log(std::sqrt(alpha / (1 - alpha)));
}

template <class Class>
std::unique_ptr<Sampler> make(const nlohmann::json& config, const schedulers::SamplerRequest& request) {
  return std::make_unique<Class>(DiffusionSchedule(schedulers::DiffusionScheduleConfig::from_json(config)),
                                 request.steps);
}

}  // namespace

CogVideoXSampler::CogVideoXSampler(const DiffusionSchedule& schedule, int64_t steps)
    : Sampler(as_double(schedule.timesteps(steps))), schedule_(schedule), steps_(steps) {}

torch::Tensor CogVideoXSampler::denoised(const torch::Tensor& v, const torch::Tensor& sample,
                                         double alpha) const {
  return torch::sub(sample * std::sqrt(alpha), v, std::sqrt(1 - alpha));
}

Sampler::Step CogVideoXDdim::step(size_t index, const torch::Tensor& model_output,
                                  const torch::Tensor& sample, const torch::Tensor&) {
  const int64_t t = timestep(index);
  const double alpha = schedule_.alpha(t), next = schedule_.previous_alpha(t, steps_);
  const torch::Tensor original = denoised(model_output, sample, alpha);
  const double keep = std::sqrt((1 - next) / (1 - alpha));
  return {torch::add(sample * keep, original, std::sqrt(next) - std::sqrt(alpha) * keep), original};
}

Sampler::Step CogVideoXDpm::step(size_t index, const torch::Tensor& model_output, const torch::Tensor& sample,
                                 const torch::Tensor& noise) {
  const int64_t t = timestep(index);
  const double alpha = schedule_.alpha(t), next = schedule_.previous_alpha(t, steps_);
  const torch::Tensor original = denoised(model_output, sample, alpha);
  const double h = log_snr(next) - log_snr(alpha);

  torch::Tensor estimate = original;
  const bool second_order = index > 0 && schedule_.previous_timestep(t, steps_) >= 0;
  if (second_order) {
    const double r = (log_snr(alpha) - log_snr(schedule_.alpha(timestep(index - 1)))) / h;
    const double weight = 1 / (2 * r);
    estimate = torch::sub(original * (1 + weight), last_original_, weight);
  }
  last_original_ = original;

  const double keep = std::sqrt((1 - next) / (1 - alpha)) * std::exp(-h);
  const double towards = -std::expm1(-2 * h) * std::sqrt(next);
  const double spread = std::sqrt(1 - next) * std::sqrt(1 - std::exp(-2 * h));
  return {(sample * keep).add_(estimate, towards).add_(noise, spread), original};
}

std::vector<schedulers::SamplerClass> cogvideox_samplers() {
  return {{"CogVideoXDDIMScheduler", make<CogVideoXDdim>}, {"CogVideoXDPMScheduler", make<CogVideoXDpm>}};
}

}  // namespace fw::families
