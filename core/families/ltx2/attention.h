// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "nn/layers.h"
#include "nn/linear.h"
#include "nn/norm_operators.h"
#include "nn/rotary.h"
#include "nn/sequence_split.h"

/// Attention of LTX-2's transformer and of its connectors.
/// Shapes: B batch, S tokens, L text tokens, H heads, d head_dim, D = H d width.
namespace fw::families {

/// Rotary table for coordinates: frequencies from a quarter turn over the longest extent of each axis up to
/// 10000 times that. Leftover channels come first and are not rotated, so heads have different angles. Angles
/// are rounded to float32 after each operation, as the published code does: at 15000 radians, exact ones
/// would give other pictures.
/// @param width     D
/// @param fraction  float32 on the CPU, [.., S, axes]: coordinates in units of the longest extent
/// @return          S or B x S rows of D / 2 angles. Thread: any. Cost: O(S D); computed once per clip.
nn::RotaryTable ltx2_rotary(int64_t width, const torch::Tensor& fraction, torch::Device device);

/// Self-attention, or cross-attention to a text. Queries and keys are RMS-normed over all heads together, and
/// a rotary table turns the halves of each head. A gated layer scales each head by a gate from its input.
class Ltx2Attention : public nn::Module {
 public:
  struct Options {
    int64_t heads = 0, head_dim = 0;
    bool bias = true, out_bias = true;
    bool gated = false;
    int64_t query_width = 0;    ///< of the input and the output; 0: that of all heads
    int64_t context_width = 0;  ///< of what keys and values come from; 0: likewise

    int64_t width() const { return heads * head_dim; }
    int64_t query() const { return query_width > 0 ? query_width : width(); }
    int64_t context() const { return context_width > 0 ? context_width : width(); }
  };
  Ltx2Attention(const Options& how, const torch::TensorOptions& options);

  /// @param x       [B, S, D]: this process's part of `tokens`
  /// @param skips   passes the values on instead of attending
  torch::Tensor forward(const torch::Tensor& x, const nn::RotaryTable& rotary, const nn::SharedTokens& tokens,
                        bool skips = false) const;
  /// @param context  [B, L, D]
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& context) const;
  /// Another stream, whose tokens have a rotary table of their own.
  struct Other {
    torch::Tensor states;  ///< [B, own, context_width]: this process's part of the tokens
    nn::RotaryTable rotary;
    const nn::SharedTokens* tokens = nullptr;  ///< nullptr: this process has all of them
    int64_t count = 0;                         ///< of all tokens
  };
  /// @param x  [B, S, query_width]. With a gradient, this process must have all tokens of the other stream.
  torch::Tensor forward(const torch::Tensor& x, const nn::RotaryTable& rotary, const Other& other) const;

 private:
  torch::Tensor split_heads(const torch::Tensor& x) const { return x.unflatten(-1, {heads_, -1}); }
  /// The output layer of gated heads. @param x  the layer's input @param heads  [B, S, D]
  torch::Tensor out(const torch::Tensor& x, const torch::Tensor& heads) const;

  int64_t heads_;
  nn::RmsNorm norm_q_, norm_k_;
  nn::Linear to_q_, to_k_, to_v_, to_out_;
  std::optional<nn::Linear> to_gate_logits_;
};

}  // namespace fw::families
