// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "kernels/activations.h"
#include "nn/block_runner.h"
#include "nn/layers.h"
#include "nn/linear.h"

/// The language model Llama 3 (Grattafiori et al. 2024) without its head: families use the hidden states of
/// one of its last layers as text embeddings. The language model of Qwen2.5-VL (Bai et al. 2025) differs by
/// biases of q, k and v; for text alone its positions are the same.
///
/// Shapes: B batch, L tokens, D hidden_size, H attention heads, K key-value heads, d head_dim.
namespace fw::encoders {

/// text_encoder/config.json. Defaults as in transformers.
struct LlamaConfig {
  int64_t vocab_size = 32000;
  int64_t hidden_size = 4096;
  int64_t intermediate_size = 11008;
  int64_t num_hidden_layers = 32;
  int64_t num_attention_heads = 32;
  int64_t num_key_value_heads = 32;
  int64_t head_dim = 128;
  double rms_norm_eps = 1e-6;
  double rope_theta = 10000;
  bool qkv_bias = false;  ///< Qwen's

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static LlamaConfig from_json(const nlohmann::json& json);
};

/// Rotary angles in Llama's layout: the first half of a head is paired with the second half.
struct LlamaRotary {
  torch::Tensor cos, sin;  ///< [L, 1, d]
};

/// x turned by a table. @param x  [B, L, H, d]
torch::Tensor turned(const torch::Tensor& x, const LlamaRotary& rotary);
/// Repeats each key-value head for the query heads that share it: [B, L, K, d] -> [B, L, H, d].
torch::Tensor for_each_query(const torch::Tensor& x, int64_t heads);

/// Causal attention in which H / K query heads share a key-value head (Ainslie et al. 2023).
class LlamaAttention : public nn::Module {
 public:
  LlamaAttention(const LlamaConfig& config, const torch::TensorOptions& options);
  /// @param bias  [B, 1, L, L] added to the scores
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& bias, const LlamaRotary& rotary) const;

 private:
  int64_t heads_, key_value_heads_;
  nn::Linear q_proj_, k_proj_, v_proj_, o_proj_;
};

/// W_down (a(W_gate x) * W_up x) (Shazeer 2020).
class LlamaFeedForward : public nn::Module {
 public:
  LlamaFeedForward(int64_t width, int64_t inner_width, kernels::Activation activation,
                   const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  kernels::Activation activation_;
  nn::Linear gate_proj_, up_proj_, down_proj_;
};

class LlamaLayer : public nn::Module {
 public:
  LlamaLayer(const LlamaConfig& config, const torch::TensorOptions& options);
  /// [B, L, D] -> [B, L, D]
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& bias, const LlamaRotary& rotary) const;

 private:
  nn::RmsNorm input_layernorm_;
  LlamaAttention self_attn_;
  nn::RmsNorm post_attention_layernorm_;
  LlamaFeedForward mlp_;
};

class Llama : public nn::Module {
 public:
  Llama(const LlamaConfig& config, const torch::TensorOptions& options);

  /// @param input_ids       int64 [B, L], padded on the right
  /// @param attention_mask  [B, L], 0 for masked tokens
  /// @param skipped_layers  number of last layers that are not needed. 0: runs all layers and the last norm
  /// @param runner          runs each layer; its input is x [B, L, D]
  /// @return                [B, L, D]: hidden_states[-(skipped_layers + 1)] in transformers
  /// Thread: one at a time.
  torch::Tensor forward(const torch::Tensor& input_ids, const torch::Tensor& attention_mask,
                        int64_t skipped_layers, const nn::BlockRunner& runner = {});

  const LlamaConfig& config() const { return config_; }

 private:
  LlamaConfig config_;
  nn::Embedding embed_tokens_;
  nn::ModuleList<LlamaLayer> layers_;
  nn::RmsNorm norm_;
};

}  // namespace fw::encoders
