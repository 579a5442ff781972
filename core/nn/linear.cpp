// SPDX-License-Identifier: Apache-2.0
#include "nn/linear.h"

#include "tensor/dry_run.h"

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

namespace {

/// In the type of x, as Python's autocast computes it: a GPU multiplies float32 without its tensor cores.
torch::Tensor add_in_type_of(const torch::Tensor& x, const LowRankAdapter& adapter, const torch::Tensor& y) {
  const torch::Dtype dtype = x.scalar_type();
  const torch::Tensor down = torch::linear(x, adapter.A.to(dtype)).flatten(0, -2);
  const torch::Tensor up = adapter.B.to(dtype).t();
  torch::Tensor rows = y.flatten(0, -2);
  if (may_write_in_place())
    rows.addmm_(down, up, 1, adapter.scale);
  else
    rows = torch::addmm(rows, down, up, 1, adapter.scale);
  return rows.view(y.sizes());
}

}  // namespace

torch::Tensor Linear::add_adapters(const torch::Tensor& x, torch::Tensor y) const {
  for (const LowRankAdapter& adapter : adapters) {
    if (x.scalar_type() != adapter.A.scalar_type() && tensor::computes_on_device(x)) {
      y = add_in_type_of(x, adapter, y);
      continue;
    }
    const torch::Tensor down = torch::linear(x.to(adapter.A.scalar_type()), adapter.A);
    const torch::Tensor change = torch::linear(down, adapter.B);
    y = torch::add(y, change, adapter.scale).to(y.scalar_type());
  }
  return y;
}

}  // namespace fw::nn
