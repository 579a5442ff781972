// SPDX-License-Identifier: Apache-2.0
#include "nn/linear.h"

namespace fw::nn {

Linear::Linear(int64_t in_features, int64_t out_features, Bias bias, const torch::TensorOptions& options)
    : in_features_(in_features), out_features_(out_features) {
  add_parameter("weight", weight_, {out_features, in_features}, options);
  if (bias == Bias::yes) add_parameter("bias", bias_, {out_features}, options);
}

torch::Tensor Linear::forward(const torch::Tensor& x) const {
  torch::Tensor y = torch::linear(x, weight_, bias_);
  return adapters.empty() ? y : add_adapters(x, std::move(y));
}

torch::Tensor Linear::add_adapters(const torch::Tensor& x, torch::Tensor y) const {
  for (const LowRankAdapter& adapter : adapters) {
    const torch::Tensor down = torch::linear(x.to(adapter.A.scalar_type()), adapter.A);
    const torch::Tensor change = torch::linear(down, adapter.B);
    y = torch::add(y, change, adapter.scale).to(y.scalar_type());
  }
  return y;
}

}  // namespace fw::nn
