// SPDX-License-Identifier: Apache-2.0
#include "nn/attention.h"

namespace fw::nn {

torch::Tensor attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                        const std::optional<torch::Tensor>& bias, std::optional<double> scale) {
  const torch::Tensor out =
      torch::scaled_dot_product_attention(q.transpose(1, 2), k.transpose(1, 2), v.transpose(1, 2), bias,
                                          /*dropout_p=*/0.0, /*is_causal=*/false, scale);
  return out.transpose(1, 2).flatten(2);
}

}  // namespace fw::nn
