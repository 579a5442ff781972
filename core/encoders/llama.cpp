// SPDX-License-Identifier: Apache-2.0
#include "encoders/llama.h"

#include "encoders/causal_mask.h"
#include "nn/activation_operators.h"
#include "nn/attention.h"
#include "nn/config_reader.h"

namespace fw::encoders {

using torch::Tensor;

namespace {

/// Computed in float32, like transformers, then converted to the type of its operand.
LlamaRotary llama_rotary(const LlamaConfig& config, int64_t length, const Tensor& like) {
  const auto options = like.options().dtype(torch::kFloat32);
  const Tensor exponent =
      torch::arange(0, config.head_dim, 2, options) / static_cast<double>(config.head_dim);
  const Tensor frequency = 1.0 / torch::pow(config.rope_theta, exponent);
  const Tensor angle = torch::outer(torch::arange(length, options), frequency);
  const Tensor twice = torch::cat({angle, angle}, -1).unsqueeze(1);
  return {twice.cos().to(like.scalar_type()), twice.sin().to(like.scalar_type())};
}

nn::Bias bias_of(const LlamaConfig& config) {
  return config.qkv_bias ? nn::Bias::yes : nn::Bias::no;
}

}  // namespace

Tensor turned(const Tensor& x, const LlamaRotary& rotary) {
  const auto halves = x.chunk(2, -1);
  return x * rotary.cos + torch::cat({-halves[1], halves[0]}, -1) * rotary.sin;
}

Tensor for_each_query(const Tensor& x, int64_t heads) {
  return x.unsqueeze(3).expand({-1, -1, -1, heads / x.size(2), -1}).flatten(2, 3);
}

LlamaConfig LlamaConfig::from_json(const nlohmann::json& json) {
  nn::ConfigReader read(json, "text_encoder/config.json");
  LlamaConfig c;
  c.vocab_size = read.size("vocab_size", c.vocab_size);
  c.hidden_size = read.size("hidden_size", c.hidden_size);
  c.intermediate_size = read.size("intermediate_size", c.intermediate_size);
  c.num_hidden_layers = read.size("num_hidden_layers", c.num_hidden_layers);
  c.num_attention_heads = read.size("num_attention_heads", c.num_attention_heads);
  c.num_key_value_heads = read.size("num_key_value_heads", c.num_attention_heads);
  c.head_dim = read.size("head_dim", std::max<int64_t>(1, c.hidden_size / c.num_attention_heads));
  c.rms_norm_eps = read.number("rms_norm_eps", c.rms_norm_eps);
  c.rope_theta = read.number("rope_theta", c.rope_theta);
  read.expect("hidden_act", "silu", "silu");
  read.expect("attention_bias", false, false);
  read.expect("mlp_bias", false, false);
  c.qkv_bias = read.text("model_type", "llama").starts_with("qwen2");
  if (c.qkv_bias) {
    const nlohmann::json scaling = json.value("rope_scaling", nlohmann::json());
    const auto kind = scaling.is_object() ? scaling.value("type", scaling.value("rope_type", "default")) : "";
    read.require(scaling.is_null() || kind == "default" || kind == "mrope", "rope_scaling is not supported");
    read.expect("use_sliding_window", false, false);
  } else {
    read.expect("rope_scaling", nullptr, nullptr);
  }
  read.require(c.num_attention_heads % c.num_key_value_heads == 0,
               "num_attention_heads is not a multiple of num_key_value_heads");
  read.require(c.head_dim % 2 == 0, "head_dim is odd");
  read.finish();
  return c;
}

LlamaAttention::LlamaAttention(const LlamaConfig& config, const torch::TensorOptions& options)
    : heads_(config.num_attention_heads),
      key_value_heads_(config.num_key_value_heads),
      q_proj_(config.hidden_size, heads_ * config.head_dim, bias_of(config), options),
      k_proj_(config.hidden_size, key_value_heads_ * config.head_dim, bias_of(config), options),
      v_proj_(config.hidden_size, key_value_heads_ * config.head_dim, bias_of(config), options),
      o_proj_(heads_ * config.head_dim, config.hidden_size, nn::Bias::no, options) {
  add_child("q_proj", q_proj_);
  add_child("k_proj", k_proj_);
  add_child("v_proj", v_proj_);
  add_child("o_proj", o_proj_);
}

Tensor LlamaAttention::forward(const Tensor& x, const Tensor& bias, const LlamaRotary& rotary) const {
  const Tensor q = q_proj_.forward(x).unflatten(-1, {heads_, -1});
  const Tensor k = k_proj_.forward(x).unflatten(-1, {key_value_heads_, -1});
  const Tensor v = v_proj_.forward(x).unflatten(-1, {key_value_heads_, -1});
  return o_proj_.forward(nn::attention(turned(q, rotary), for_each_query(turned(k, rotary), heads_),
                                       for_each_query(v, heads_), bias));
}

LlamaFeedForward::LlamaFeedForward(int64_t width, int64_t inner_width, kernels::Activation activation,
                                   const torch::TensorOptions& options)
    : activation_(activation),
      gate_proj_(width, inner_width, nn::Bias::no, options),
      up_proj_(width, inner_width, nn::Bias::no, options),
      down_proj_(inner_width, width, nn::Bias::no, options) {
  add_child("gate_proj", gate_proj_);
  add_child("up_proj", up_proj_);
  add_child("down_proj", down_proj_);
}

Tensor LlamaFeedForward::forward(const Tensor& x) const {
  return down_proj_.forward(nn::gated(gate_proj_.forward(x), up_proj_.forward(x), activation_));
}

LlamaLayer::LlamaLayer(const LlamaConfig& config, const torch::TensorOptions& options)
    : input_layernorm_(config.hidden_size, config.rms_norm_eps, options),
      self_attn_(config, options),
      post_attention_layernorm_(config.hidden_size, config.rms_norm_eps, options),
      mlp_(config.hidden_size, config.intermediate_size, kernels::Activation::silu, options) {
  add_child("self_attn", self_attn_);
  add_child("mlp", mlp_);
  add_child("input_layernorm", input_layernorm_);
  add_child("post_attention_layernorm", post_attention_layernorm_);
}

Tensor LlamaLayer::forward(const Tensor& x, const Tensor& bias, const LlamaRotary& rotary) const {
  const Tensor y = x + self_attn_.forward(input_layernorm_.forward(x), bias, rotary);
  return y + mlp_.forward(post_attention_layernorm_.forward(y));
}

Llama::Llama(const LlamaConfig& config, const torch::TensorOptions& options)
    : config_(config),
      embed_tokens_(config.vocab_size, config.hidden_size, options),
      norm_(config.hidden_size, config.rms_norm_eps, options) {
  add_child("embed_tokens", embed_tokens_);
  for (int64_t i = 0; i < config.num_hidden_layers; ++i) layers_.emplace_back(config, options);
  add_child("layers", layers_);
  add_child("norm", norm_);
}

Tensor Llama::forward(const Tensor& input_ids, const Tensor& attention_mask, int64_t skipped_layers,
                      const nn::BlockRunner& runner) {
  Tensor x = embed_tokens_.forward(input_ids);
  const int64_t length = input_ids.size(1);
  const Tensor bias = causal_bias(attention_mask, length, x);
  const LlamaRotary rotary = llama_rotary(config_, length, x);
  const auto count = static_cast<size_t>(std::max<int64_t>(0, config_.num_hidden_layers - skipped_layers));
  for (size_t i = 0; i < count; ++i) {
    LlamaLayer& layer = layers_[i];
    const auto run = [&layer, bias, rotary](const nn::Tensors& in) {
      return nn::Tensors{layer.forward(in[0], bias, rotary)};
    };
    x = nn::run_block(runner, {i, layer, {x}, run}).front();
  }
  return skipped_layers == 0 ? norm_.forward(x) : x;
}

}  // namespace fw::encoders
