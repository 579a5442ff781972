// SPDX-License-Identifier: Apache-2.0
#include "nn/feed_forward.h"

namespace fw::nn {

FeedForward::FeedForward(int64_t width, int64_t inner_width, const torch::TensorOptions& options, Bias bias)
    : up_(width, inner_width, bias, options), down_(inner_width, width, bias, options) {
  add_child("net.0.proj", up_);
  add_child("net.2", down_);
}

torch::Tensor FeedForward::forward(const torch::Tensor& x) const {
  return down_.forward(up_.forward_gelu(x));
}

}  // namespace fw::nn
