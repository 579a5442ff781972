// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

namespace fw::encoders {

/// The most negative finite number of a type: added to a score, it hides a token.
double lowest(torch::Dtype dtype);

/// What is added to the scores so that a token sees none that come later, and none that `mask` hides.
/// @param mask  [B, L], 0: hidden; undefined: none is
/// @return      [1 or B, 1, L, L] of `like`'s type and device
torch::Tensor causal_bias(const torch::Tensor& mask, int64_t length, const torch::Tensor& like);

}  // namespace fw::encoders
