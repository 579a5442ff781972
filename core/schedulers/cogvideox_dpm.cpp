// SPDX-License-Identifier: Apache-2.0
#include "schedulers/cogvideox_dpm.h"

#include <cmath>

namespace fw::schedulers {
namespace {

/// Half the log signal-to-noise ratio.
double log_snr(double alpha) {
  return std::log(std::sqrt(alpha / (1 - alpha)));
}

}  // namespace

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

}  // namespace fw::schedulers
