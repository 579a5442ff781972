// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nn/linear.h"

namespace fw::nn {

/// W2 gelu(W1 x + b1) + b2 with tanh-approximated GELU (Hendrycks and Gimpel 2016), keys `net.0.proj` and
/// `net.2`.
class FeedForward : public Module {
 public:
  FeedForward(int64_t width, int64_t inner_width, const torch::TensorOptions& options, Bias bias = Bias::yes);
  /// [..., width] -> [..., width]
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  Linear up_, down_;
};

}  // namespace fw::nn
