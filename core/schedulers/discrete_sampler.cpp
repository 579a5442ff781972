// SPDX-License-Identifier: Apache-2.0
#include "schedulers/discrete_sampler.h"

#include <cmath>

namespace fw::schedulers {
namespace {

std::vector<double> as_double(const std::vector<int64_t>& timesteps) {
  return {timesteps.begin(), timesteps.end()};
}

}  // namespace

DiscreteSampler::DiscreteSampler(const DiffusionSchedule& schedule, int64_t steps)
    : Sampler(as_double(schedule.timesteps(steps))), schedule_(schedule), steps_(steps) {}

torch::Tensor DiscreteSampler::denoised(const torch::Tensor& v, const torch::Tensor& sample,
                                        double alpha) const {
  return torch::sub(sample * std::sqrt(alpha), v, std::sqrt(1 - alpha));
}

}  // namespace fw::schedulers
