// SPDX-License-Identifier: Apache-2.0
#include "encoders/causal_mask.h"

#include "tensor/libtorch.h"

#include <limits>

namespace fw::encoders {

double lowest(torch::Dtype dtype) {
  if (dtype == torch::kHalf) return std::numeric_limits<at::Half>::lowest();
  if (dtype == torch::kBFloat16) return std::numeric_limits<at::BFloat16>::lowest();
  return std::numeric_limits<float>::lowest();
}

torch::Tensor causal_bias(const torch::Tensor& mask, int64_t length, const torch::Tensor& like,
                          int64_t window) {
  const torch::Tensor all = torch::ones({1, 1, length, length}, like.options().dtype(torch::kBool));
  torch::Tensor hidden = all.triu(1);
  if (window > 0 && window < length) hidden = hidden | all.tril(-window);
  if (mask.defined()) hidden = hidden | mask.eq(0).unsqueeze(1).unsqueeze(1);
  return torch::zeros(hidden.sizes(), like.options()).masked_fill_(hidden, lowest(like.scalar_type()));
}

}  // namespace fw::encoders
