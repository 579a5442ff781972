// SPDX-License-Identifier: Apache-2.0
#include "tensor/finite.h"

#include <cmath>

#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::tensor {

bool is_finite(const torch::Tensor& tensor) {
  if (DryRun::active() || tensor.numel() == 0 || !tensor.is_floating_point()) return true;
  const torch::NoGradGuard no_grad;
  const bool is_float8 = tensor.element_size() == 1;
  const auto [least, most] = (is_float8 ? tensor.to(torch::kFloat32) : tensor).aminmax();
  return std::isfinite(least.item<double>()) && std::isfinite(most.item<double>());
}

}  // namespace fw::tensor
