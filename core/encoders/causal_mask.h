// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

namespace fw::encoders {

/// The most negative finite number of a type: added to a score, it masks a token.
double lowest(torch::Dtype dtype);

/// Added to the scores so that a token sees no later ones, and none that `mask` hides.
/// @param mask    [B, L], 0: hidden; undefined: no token is hidden
/// @param window  a token sees itself and `window` - 1 before it; 0: all
/// @return      [1 or B, 1, L, L] with the type and device of `like`
torch::Tensor causal_bias(const torch::Tensor& mask, int64_t length, const torch::Tensor& like,
                          int64_t window = 0);

}  // namespace fw::encoders
