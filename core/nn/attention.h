// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/torch.h>

#include <optional>

namespace fw::nn {

/// softmax(scale q k^T + bias) v for every head (Vaswani et al. 2017), without a copy of q, k or v.
/// @param q, k, v  [B, N, H, head_dim]: heads as a linear layer leaves them
/// @param bias     added to the scores, broadcast to [B, H, N, N]
/// @param scale    1 / sqrt(head_dim) when not given
/// @return         [B, N, H * head_dim]
/// Thread: any. Cost: 4 B H N^2 head_dim FLOP; scores are not kept.
torch::Tensor attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                        const std::optional<torch::Tensor>& bias = {}, std::optional<double> scale = {});

}  // namespace fw::nn
