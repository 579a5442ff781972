// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "schedulers/discrete_sampler.h"

namespace fw::schedulers {

/// DPM-Solver++ (2M) as a stochastic differential equation (Lu et al. 2022), in the form of CogVideoX: the 5b
/// models and 1.5. The first timestep has no signal, so its log signal-to-noise ratio is minus infinity; the
/// formulas stay finite in the limit.
class CogVideoXDpm : public DiscreteSampler {
 public:
  CogVideoXDpm(const DiffusionSchedule& schedule, int64_t steps) : DiscreteSampler(schedule, steps) {}
  bool needs_noise() const override { return true; }
  Step step(size_t index, const torch::Tensor& model_output, const torch::Tensor& sample,
            const torch::Tensor& noise) override;

 private:
  torch::Tensor last_original_;  // pred_original of the step before
};

}  // namespace fw::schedulers
