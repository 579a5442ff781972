// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nn/norm_operators.h"
#include "nn/rotary.h"

/// The operations between the q and k projections and attention, as one operator with its own backward pass
/// (framewright::rotate); see norm_operators.h for the rules.
namespace fw::nn {

/// Normalises heads, or whole tokens, and applies the rotary table.
/// @param x      [B, N, H, head_dim]
/// @param norm   over a head or, if its weight has the width of all heads, over a token
/// @param table  the same for all heads [N, head_dim / 2], or per head [N, H head_dim / 2], or such a table
///   for
///   each sample; undefined: no rotation. For a trained table, LibTorch's operators rotate
torch::Tensor norm_rotated(const torch::Tensor& x, const NormOf& norm, const RotaryTable& table);

/// One stream's tensors for attention: [B, N, H, head_dim] each.
struct Heads {
  torch::Tensor q, k, v;
};
struct Stream : Heads {
  NormOf norm_q, norm_k;
  RotaryTable table;  ///< rotates q and k
};

/// norm_rotated() of q and k in one pass. With several streams, concatenates their tokens, also of v, by
/// writing each in place. While autograd does not record, overwrites q and k of a single stream.
Heads heads_of(const std::vector<Stream>& streams);

}  // namespace fw::nn
