// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <array>

#include "base/choices.h"
#include "kernels/losses.h"

namespace fw::nn {

using kernels::LossForm;
constexpr auto choices_of(LossForm) {
  using enum LossForm;
  return std::array{Choice{squared, "l2"}, Choice{huber, "huber"}, Choice{smooth_l1, "smooth_l1"},
                    Choice{absolute, "l1"}};
}

struct LossShape {
  LossForm form = LossForm::squared;
  double c = 0.1;  ///< error from which those two forms grow linearly
};

/// Sets the form of the calling thread's weighted_losses() during its lifetime; it is squared otherwise. A
/// backward pass has the form of its forward pass.
class LossScope {
 public:
  explicit LossScope(const LossShape& shape);
  ~LossScope();
  LossScope(const LossScope&) = delete;
  LossScope& operator=(const LossScope&) = delete;

 private:
  LossShape before_;
};

/// Errors of a batch, x_scale x - (first_scale first - second), and the weight of each sample. Tensors are
/// [B, ...] of one shape, scales and weights [B]; undefined ones default to 1.
struct WeightedErrors {
  torch::Tensor x;  ///< the network's output: float32, bfloat16, float16, float64
  torch::Tensor first, second;
  torch::Tensor x_scale = {}, first_scale = {}, weights = {};
};

/// The loss of each sample, weight * mean(error^2) or the mean of another form, as one operator
/// (framewright::squared_error) with its own backward pass. Only x gets a gradient. Results do not depend on
/// the number of threads or on the rest of the batch, bit for bit. tensor::plain_operators() replaces it by
/// LibTorch's operators.
/// @return  [B] float32; float64 if x is. Thread: any. Cost: memory-bound
torch::Tensor weighted_losses(const WeightedErrors& errors);

}  // namespace fw::nn
