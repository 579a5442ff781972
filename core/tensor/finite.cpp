// SPDX-License-Identifier: Apache-2.0
#include "tensor/finite.h"

#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::tensor {

bool is_finite(const torch::Tensor& tensor) {
  if (DryRun::active() || tensor.numel() == 0 || !tensor.is_floating_point()) return true;
  const torch::NoGradGuard no_grad;
  const bool is_float8 = tensor.element_size() == 1;
  const torch::Tensor values = is_float8 ? tensor.to(torch::kFloat32) : tensor;
  const torch::Tensor both = torch::empty({2}, values.options());
  torch::Tensor least = both[0], most = both[1];
  torch::aminmax_out(least, most, values);
  return both.cpu().isfinite().all().item<bool>();  // synchronizes once
}

}  // namespace fw::tensor
