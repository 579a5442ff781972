// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "schedulers/discrete_sampler.h"

namespace fw::schedulers {

/// DDIM without noise (Song et al. 2020, formula 12 with sigma 0), as the 2b model uses it.
class CogVideoXDdim : public DiscreteSampler {
 public:
  CogVideoXDdim(const DiffusionSchedule& schedule, int64_t steps) : DiscreteSampler(schedule, steps) {}
  bool needs_noise() const override { return false; }
  Step step(size_t index, const torch::Tensor& model_output, const torch::Tensor& sample,
            const torch::Tensor& noise) override;
};

}  // namespace fw::schedulers
