// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "distributed/group.h"
#include "tensor/libtorch.h"

namespace fw::nn {

/// Attention of this process's queries to the keys of all members of a ring, around which keys and values are
/// passed (Liu et al. 2023). Differentiable; the backward pass recomputes the scores.
/// @param q, k, v   [B, own, H, d]
/// @param segments  number of tokens of each member, in list order
/// @param bias      [B or 1, 1, 1, total tokens], or undefined; -infinity hides a key
/// @return          [B, own, H, d]
torch::Tensor ring_attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                             std::shared_ptr<const distributed::Group> ring, std::vector<int64_t> segments,
                             const torch::Tensor& bias, std::optional<double> scale);

}  // namespace fw::nn
