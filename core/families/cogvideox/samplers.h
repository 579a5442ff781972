// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "schedulers/diffusion_schedule.h"
#include "schedulers/make_sampler.h"

namespace fw::families {

/// Shared base of the two samplers below: integer timesteps of a discrete schedule, and v-prediction.
class CogVideoXSampler : public schedulers::Sampler {
 protected:
  /// @throws fw::Error schedulers.bad_step_count
  CogVideoXSampler(const schedulers::DiffusionSchedule& schedule, int64_t steps);

  int64_t timestep(size_t index) const { return static_cast<int64_t>(timesteps().at(index)); }
  /// x_0 = sqrt(a_t) x_t - sqrt(1 - a_t) v.
  torch::Tensor denoised(const torch::Tensor& v, const torch::Tensor& sample, double alpha) const;

  schedulers::DiffusionSchedule schedule_;
  int64_t steps_;
};

/// DDIM without noise (Song et al. 2020, eq. 12 with sigma 0), used by the 2b model.
class CogVideoXDdim : public CogVideoXSampler {
 public:
  CogVideoXDdim(const schedulers::DiffusionSchedule& schedule, int64_t steps)
      : CogVideoXSampler(schedule, steps) {}
  bool needs_noise() const override { return false; }
  Step step(size_t index, const torch::Tensor& model_output, const torch::Tensor& sample,
            const torch::Tensor& noise) override;
};

/// DPM-Solver++ (2M) as a stochastic differential equation (Lu et al. 2022), used by the 5b models and 1.5.
/// The first timestep has no signal, so its log signal-to-noise ratio is minus infinity; the formulas stay
/// finite in the limit.
class CogVideoXDpm : public CogVideoXSampler {
 public:
  CogVideoXDpm(const schedulers::DiffusionSchedule& schedule, int64_t steps)
      : CogVideoXSampler(schedule, steps) {}
  bool needs_noise() const override { return true; }
  Step step(size_t index, const torch::Tensor& model_output, const torch::Tensor& sample,
            const torch::Tensor& noise) override;

 private:
  torch::Tensor last_original_;  // pred_original of the previous step
};

/// Both samplers, by their class names in diffusers.
std::vector<schedulers::SamplerClass> cogvideox_samplers();

}  // namespace fw::families
