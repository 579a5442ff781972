// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "nn/layers.h"
#include "nn/linear.h"

namespace fw::encoders {

enum class ClipActivation {
  quick_gelu,  ///< x sigmoid(1.702 x)
  gelu_tanh,
  gelu  ///< exact, by the error function
};

struct ClipLayerSize {
  int64_t hidden_size = 0;
  int64_t intermediate_size = 0;
  int64_t num_attention_heads = 0;
  double layer_norm_eps = 0;
};

/// Square patches as rows, the input of a patch embedding. A remainder at the right and bottom is cropped.
/// @param pixels  [B, C, H, W] @return  [B, L, C patch patch]
torch::Tensor clip_patches(const torch::Tensor& pixels, int64_t patch);

/// W2 act(W1 x + b1) + b2, keys `fc1` and `fc2`.
class ClipMlp : public nn::Module {
 public:
  ClipMlp(const ClipLayerSize& size, ClipActivation activation, const torch::TensorOptions& options);
  /// [..., D] -> [..., D]
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  ClipActivation activation_;
  nn::Linear fc1_, fc2_;
};

/// A layer of CLIP (Radford et al. 2021), for both text and pictures, and of later models based on it:
/// pre-norm self-attention and feed-forward layer. Shapes: B batch, L tokens, D hidden_size.
class ClipLayer : public nn::Module {
 public:
  ClipLayer(const ClipLayerSize& size, ClipActivation activation, const torch::TensorOptions& options);
  /// @param x     [B, L, D]
  /// @param bias  [1, 1, L, L] added to the scores
  torch::Tensor forward(const torch::Tensor& x, const std::optional<torch::Tensor>& bias = {}) const;

 private:
  torch::Tensor attend(const torch::Tensor& x, const std::optional<torch::Tensor>& bias) const;

  int64_t heads_;
  nn::Linear q_proj_, k_proj_, v_proj_, out_proj_;
  nn::LayerNorm layer_norm1_;
  ClipMlp mlp_;
  nn::LayerNorm layer_norm2_;
};

}  // namespace fw::encoders
