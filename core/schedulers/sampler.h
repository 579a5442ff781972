// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <utility>
#include <vector>

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

  /// Entry i is the time of the i-th call of step(), as the network takes it: 0 to 1000, whole numbers or
  /// not, falling but for models whose time runs backwards.
  const std::vector<double>& timesteps() const { return timesteps_; }
  /// Whether step() takes fresh normal noise.
  virtual bool needs_noise() const = 0;
  /// @param index         0, 1, and so on without a gap
  /// @param model_output  what the network predicts (v, or the flow's velocity), in float32
  /// @param sample        at timesteps()[index]
  /// @param noise         only if needs_noise(), of the same shape
  virtual Step step(size_t index, const torch::Tensor& model_output, const torch::Tensor& sample,
                    const torch::Tensor& noise) = 0;

 protected:
  explicit Sampler(std::vector<double> timesteps) : timesteps_(std::move(timesteps)) {}

 private:
  std::vector<double> timesteps_;
};

/// @param limit  the timesteps that a model was trained at
/// @throws fw::Error schedulers.bad_step_count for fewer steps than 1 or more than the limit
void check_step_count(int64_t steps, int64_t limit);

}  // namespace fw::schedulers
