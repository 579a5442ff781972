// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "optim/adam_operator.h"
#include "optim/optimizer.h"

namespace fw::optim {

/// Adam and AdamW. Uses the project's own kernel (kernels/adam.h) on the CPU, with 8-bit state and for bf16
/// parameters, and LibTorch's fused kernel for float32 on a device. Does nothing on the meta device.
///
/// With 8-bit state, tensors of fewer than 4096 values keep float32 state: biases and norms are the most
/// sensitive and would save nothing (like Dettmers et al. 2022 and bitsandbytes).
class Adam : public Optimizer {
 public:
  static constexpr int64_t least_coded = 4096;

  Adam(std::vector<Parameter> parameters, const OptimizerConfig& config);

  using Optimizer::step;
  /// Cost: one pass over weights, gradients and state.
  void step(double lr, double gradient_factor) override;
  bool can_step_by_device() const override;
  void step_by_device(double lr, const DeviceVerdict& verdict) override;

  /// exp_avg.<name>, exp_avg_sq.<name> (float32 or uint8), with exp_avg_scale.<name> and
  /// exp_avg_sq_scale.<name> for codes, and step.<name>, an int64.
  StateTensors state() const override;
  void load_state(const StateTensors& state) override;

  const std::vector<Parameter>& parameters() const override { return parameters_; }

 private:
  struct Moments {
    torch::Tensor exp_avg, exp_avg_sq;
    torch::Tensor scale, scale_sq;  ///< undefined for float32 state
    torch::Tensor device_steps;     ///< [] float32, a view of steps_on_device_; undefined: `steps` counts
    int64_t steps = 0;
  };
  Moments make_moments(const torch::Tensor& parameter) const;
  void count_on_device();
  StateTensors tensors_of(size_t index) const;
  AdamOperands operands(size_t index);
  kernels::AdamScalars scalars(size_t index, double lr, double gradient_factor) const;
  void step_on_cpu(const std::vector<size_t>& indices, double lr, double gradient_factor);
  void step_on_device(const std::vector<size_t>& indices, double lr, double gradient_factor);
  void step_by_libtorch(const std::vector<size_t>& indices, double lr, const DeviceVerdict& verdict);
  void step_alike(const std::vector<size_t>& indices, double lr, const DeviceVerdict& verdict);

  OptimizerConfig config_;
  std::vector<Parameter> parameters_;
  std::vector<Moments> moments_;
  /// [n] float32, for the n parameters that LibTorch steps: on their device, since only that may know whether
  /// a step counts.
  torch::Tensor steps_on_device_;
};

}  // namespace fw::optim
