// SPDX-License-Identifier: Apache-2.0
#include "encoders/clip_layer.h"

#include "nn/activation_operators.h"
#include "nn/attention.h"

namespace fw::encoders {

using torch::Tensor;

Tensor clip_patches(const Tensor& pixels, int64_t patch) {
  return pixels.narrow(2, 0, pixels.size(2) / patch * patch)
      .narrow(3, 0, pixels.size(3) / patch * patch)
      .unflatten(3, {-1, patch})
      .unflatten(2, {-1, patch})
      .permute({0, 2, 4, 1, 3, 5})
      .flatten(3)
      .flatten(1, 2);
}

ClipMlp::ClipMlp(const ClipLayerSize& size, ClipActivation activation, const torch::TensorOptions& options)
    : activation_(activation),
      fc1_(size.hidden_size, size.intermediate_size, nn::Bias::yes, options),
      fc2_(size.intermediate_size, size.hidden_size, nn::Bias::yes, options) {
  add_child("fc1", fc1_);
  add_child("fc2", fc2_);
}

Tensor ClipMlp::forward(const Tensor& x) const {
  const Tensor inner = fc1_.forward(x);
  if (activation_ == ClipActivation::gelu) return fc2_.forward(torch::gelu(inner));
  return fc2_.forward(nn::activated(inner, activation_ == ClipActivation::quick_gelu
                                               ? kernels::Activation::quick_gelu
                                               : kernels::Activation::gelu_tanh));
}

ClipLayer::ClipLayer(const ClipLayerSize& size, ClipActivation activation,
                     const torch::TensorOptions& options)
    : heads_(size.num_attention_heads),
      q_proj_(size.hidden_size, size.hidden_size, nn::Bias::yes, options),
      k_proj_(size.hidden_size, size.hidden_size, nn::Bias::yes, options),
      v_proj_(size.hidden_size, size.hidden_size, nn::Bias::yes, options),
      out_proj_(size.hidden_size, size.hidden_size, nn::Bias::yes, options),
      layer_norm1_(size.hidden_size, size.layer_norm_eps, nn::Affine::yes, options),
      mlp_(size, activation, options),
      layer_norm2_(size.hidden_size, size.layer_norm_eps, nn::Affine::yes, options) {
  add_child("self_attn.k_proj", k_proj_);
  add_child("self_attn.v_proj", v_proj_);
  add_child("self_attn.q_proj", q_proj_);
  add_child("self_attn.out_proj", out_proj_);
  add_child("layer_norm1", layer_norm1_);
  add_child("mlp", mlp_);
  add_child("layer_norm2", layer_norm2_);
}

Tensor ClipLayer::attend(const Tensor& x, const std::optional<Tensor>& bias) const {
  const auto heads = [&](const nn::Linear& linear) { return linear.forward(x).unflatten(-1, {heads_, -1}); };
  return out_proj_.forward(nn::attention(heads(q_proj_), heads(k_proj_), heads(v_proj_), bias));
}

Tensor ClipLayer::forward(const Tensor& x, const std::optional<Tensor>& bias) const {
  const Tensor y = x + attend(layer_norm1_.forward(x), bias);
  return y + mlp_.forward(layer_norm2_.forward(y));
}

}  // namespace fw::encoders
