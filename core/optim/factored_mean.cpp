// SPDX-License-Identifier: Apache-2.0
#include "optim/factored_mean.h"

#include <cmath>

#include "tensor/libtorch.h"

namespace fw::optim {

void FactoredMean::add(const torch::Tensor& values, double decay) {
  if (whole.defined()) {
    whole.mul_(decay).add_(values, 1 - decay);
    return;
  }
  rows.mul_(decay).add_(values.mean(-1), 1 - decay);
  columns.mul_(decay).add_(values.mean(-2), 1 - decay);
}

torch::Tensor FactoredMean::inverse_root() const {
  if (whole.defined()) return whole.rsqrt();
  const torch::Tensor of_rows = (rows / rows.mean(-1, /*keepdim=*/true)).rsqrt_().unsqueeze(-1);
  return of_rows * columns.unsqueeze(-2).rsqrt();
}

torch::Tensor root_mean_square(const torch::Tensor& values) {
  return values.norm(2) / std::sqrt(static_cast<double>(values.numel()));
}

void limit_root_mean_square(const torch::Tensor& values, double most) {
  torch::Tensor(values).div_((root_mean_square(values) / most).clamp_min_(1));
}

}  // namespace fw::optim
