// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nn/norm_operators.h"
#include "nn/rotary.h"

/// What stands between the products that make q and k and the attention of them, as one operator with a
/// backward pass of its own (framewright::rotate), under the rules of norm_operators.h.
namespace fw::nn {

/// Normalises heads, or all of a token, and turns the pairs of what comes out.
/// @param x      [B, N, H, head_dim]
/// @param norm   over a head or, where its weight is as wide as all of them, over a token
/// @param table  for each head [N, head_dim / 2], or for all of them [N, H head_dim / 2], or such a table for
///   each sample; undefined: no rotation. LibTorch's own operators turn by one that is trained
torch::Tensor norm_rotated(const torch::Tensor& x, const NormOf& norm, const RotaryTable& table);

/// What a stream of tokens brings to attention: [B, N, H, head_dim] each.
struct Heads {
  torch::Tensor q, k, v;
};
struct Stream : Heads {
  NormOf norm_q, norm_k;
  RotaryTable table;  ///< turns both
};

/// norm_rotated() of q and k in one pass. Of several streams the tokens come one behind the other, v's too:
/// each is written where it belongs. While autograd does not record, q and k of a single one are overwritten.
Heads heads_of(const std::vector<Stream>& streams);

}  // namespace fw::nn
