// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "schedulers/diffusion_schedule.h"

namespace fw::schedulers {

/// One sampling run: a number of steps from noise to a clean sample. Keeps what a step needs of the one
/// before. Thread: one at a time.
class Sampler {
 public:
  struct Step {
    torch::Tensor sample;         ///< at the next timestep
    torch::Tensor pred_original;  ///< the clean sample as this step sees it: what a preview shows
  };

  virtual ~Sampler() = default;

  /// Falling; entry i is the time of the i-th call of step().
  const std::vector<int64_t>& timesteps() const { return timesteps_; }
  /// Whether step() takes fresh normal noise.
  virtual bool needs_noise() const = 0;
  /// @param index         0, 1, and so on without a gap
  /// @param model_output  the predicted v, in float32
  /// @param sample        at timesteps()[index]
  /// @param noise         only if needs_noise(), of the same shape
  virtual Step step(size_t index, const torch::Tensor& model_output, const torch::Tensor& sample,
                    const torch::Tensor& noise) = 0;

 protected:
  Sampler(const DiffusionSchedule& schedule, int64_t steps)
      : schedule_(schedule), steps_(steps), timesteps_(schedule.timesteps(steps)) {}

  /// x_0 = sqrt(a_t) x_t - sqrt(1 - a_t) v.
  torch::Tensor denoised(const torch::Tensor& v, const torch::Tensor& sample, double alpha) const;

  DiffusionSchedule schedule_;
  int64_t steps_;
  std::vector<int64_t> timesteps_;
};

/// @param class_name  `_class_name` of scheduler_config.json or a user's choice: "CogVideoXDDIMScheduler" or
///   "CogVideoXDPMScheduler"
/// @throws fw::Error schedulers.unknown_class, schedulers.bad_step_count
std::unique_ptr<Sampler> make_sampler(std::string_view class_name, const DiffusionSchedule& schedule,
                                      int64_t steps);

}  // namespace fw::schedulers
