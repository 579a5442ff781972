// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "optim/optimizer.h"

namespace fw::optim {

/// Base of the methods that step one parameter after the other with LibTorch's operators. Parameters and
/// state are float32, each parameter's state is on its device.
class ByParameter : public Optimizer {
 public:
  using Optimizer::step;
  /// Counts the step of each parameter that has a gradient and updates it.
  void step(double lr, double gradient_factor) override;

  /// <what>.<parameter> for everything kept, with step.<parameter>, an int64; numbers are float64.
  StateTensors state() const override;
  void load_state(const StateTensors& state) override;

  const std::vector<Parameter>& parameters() const override { return parameters_; }

 protected:
  explicit ByParameter(std::vector<Parameter> parameters);

  /// State of one parameter.
  struct Kept {
    std::map<std::string, torch::Tensor> tensors;  ///< by their first name in the state
    std::map<std::string, double> numbers;
    int64_t steps = 0;  ///< including the current one
  };
  /// Allocates zeros on the device of the parameter.
  torch::Tensor zeros(const Parameter& parameter, torch::IntArrayRef shape,
                      torch::Dtype dtype = torch::kFloat32) const;
  torch::Tensor zeros(const Parameter& parameter) const;
  Kept& kept(size_t index) { return kept_[index]; }
  const Kept& kept(size_t index) const { return kept_[index]; }
  /// The gradient, multiplied in place; undefined if there is none.
  static torch::Tensor gradient_of(const Parameter& parameter, double factor);

 private:
  /// @param weight    to be changed
  /// @param gradient  float32; may be changed
  /// @param lr        of this parameter
  virtual void update(const torch::Tensor& weight, torch::Tensor gradient, Kept& kept, double lr) = 0;

  std::vector<Parameter> parameters_;
  std::vector<Kept> kept_;
};

}  // namespace fw::optim
