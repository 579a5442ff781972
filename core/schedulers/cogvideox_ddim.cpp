// SPDX-License-Identifier: Apache-2.0
#include "schedulers/cogvideox_ddim.h"

#include <cmath>

namespace fw::schedulers {

Sampler::Step CogVideoXDdim::step(size_t index, const torch::Tensor& model_output,
                                  const torch::Tensor& sample, const torch::Tensor&) {
  const int64_t t = timestep(index);
  const double alpha = schedule_.alpha(t), next = schedule_.previous_alpha(t, steps_);
  const torch::Tensor original = denoised(model_output, sample, alpha);
  const double keep = std::sqrt((1 - next) / (1 - alpha));
  return {torch::add(sample * keep, original, std::sqrt(next) - std::sqrt(alpha) * keep), original};
}

}  // namespace fw::schedulers
