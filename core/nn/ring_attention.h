// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "distributed/group.h"
#include "tensor/libtorch.h"

namespace fw::nn {

/// Attention of this process's queries to the keys of all members of a ring, whose keys and values go round
/// (Liu et al. 2023). Differentiable; the backward pass computes the scores again.
/// @param q, k, v   [B, own, H, d]
/// @param segments  tokens of each member, in the order of the list
/// @param bias      [B or 1, 1, 1, tokens of all], or undefined; -infinity hides a key
/// @return          [B, own, H, d]
torch::Tensor ring_attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                             std::shared_ptr<const distributed::Group> ring, std::vector<int64_t> segments,
                             const torch::Tensor& bias, std::optional<double> scale);

}  // namespace fw::nn
