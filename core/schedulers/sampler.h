// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <utility>
#include <vector>

namespace fw::schedulers {

/// One sampling run: several steps from noise to a clean sample. Keeps the state that a step needs from the
/// previous one. Thread: one at a time.
class Sampler {
 public:
  struct Step {
    torch::Tensor sample;         ///< at the next timestep
    torch::Tensor pred_original;  ///< the clean sample predicted at this step, for previews
  };

  virtual ~Sampler() = default;

  /// Entry i is the network's time input for the i-th call of step(): 0 to 1000, not necessarily whole
  /// numbers, descending except for models whose time runs backwards.
  const std::vector<double>& timesteps() const { return timesteps_; }
  /// For a flow, one more than there are steps: step i goes from entry i to entry i + 1. Otherwise empty.
  virtual std::vector<double> flow_sigmas() const { return {}; }
  /// True if step() needs fresh normal noise.
  virtual bool needs_noise() const = 0;
  /// @param index         0, 1, and so on without gaps
  /// @param model_output  the network's prediction (v, or the flow's velocity), in float32
  /// @param sample        at timesteps()[index]
  /// @param noise         only if needs_noise(), of the same shape
  virtual Step step(size_t index, const torch::Tensor& model_output, const torch::Tensor& sample,
                    const torch::Tensor& noise) = 0;

 protected:
  explicit Sampler(std::vector<double> timesteps) : timesteps_(std::move(timesteps)) {}

 private:
  std::vector<double> timesteps_;
};

/// @param limit  the number of timesteps that a model was trained at
/// @throws fw::Error schedulers.bad_step_count for fewer than 1 step or more than the limit
void check_step_count(int64_t steps, int64_t limit);

}  // namespace fw::schedulers
