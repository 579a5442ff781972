// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "schedulers/diffusion_schedule.h"
#include "schedulers/sampler.h"

namespace fw::schedulers {

/// What CogVideoX' two samplers share: whole timesteps of a discrete schedule, and v-prediction.
class DiscreteSampler : public Sampler {
 protected:
  /// @throws fw::Error schedulers.bad_step_count
  DiscreteSampler(const DiffusionSchedule& schedule, int64_t steps);

  int64_t timestep(size_t index) const { return static_cast<int64_t>(timesteps().at(index)); }
  /// x_0 = sqrt(a_t) x_t - sqrt(1 - a_t) v.
  torch::Tensor denoised(const torch::Tensor& v, const torch::Tensor& sample, double alpha) const;

  DiffusionSchedule schedule_;
  int64_t steps_;
};

}  // namespace fw::schedulers
