// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "encoders/llama.h"

/// The language models Gemma 3 (Gemma Team 2025, arXiv 2503.19786) and Gemma 4 without heads: families use
/// the hidden states of all layers as text embeddings. Pictures and sound are not read; tensors of their
/// encoders in a checkpoint are skipped.
///
/// Shapes: B batch, L tokens, D hidden_size, H attention heads, d head_dim.
namespace fw::encoders {

/// text_encoder/config.json. Defaults as in transformers.
struct GemmaConfig {
  /// Attention of one layer: to all tokens before, or to a window of them.
  struct Layer {
    bool full = false;
    int64_t head_dim = 256;
    int64_t key_value_heads = 8;
    bool keys_are_values = false;  ///< the values are the keys: no layer of their own
    double rope_theta = 10000;
    double rope_divisor = 1;  ///< of positions
    double rope_share = 1;    ///< of a head's channels that turn
  };

  int64_t vocab_size = 262208;
  int64_t hidden_size = 3840;
  int64_t intermediate_size = 15360;
  int64_t num_attention_heads = 16;
  int64_t sliding_window = 1024;
  double rms_norm_eps = 1e-6;
  double attention_scale = 1;  ///< of the scores
  bool is_gemma4 = false;      ///< plain norm weights, a norm of values, a scalar for each layer
  std::vector<Layer> layers;

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static GemmaConfig from_json(const nlohmann::json& json);
};

/// RMS norm in float32, times the weight, which Gemma 3 stores as its difference from 1.
class GemmaNorm : public nn::Module {
 public:
  GemmaNorm(int64_t width, const GemmaConfig& config, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  double eps_, unit_;
  torch::Tensor weight_;  // [width]
};

class GemmaAttention : public nn::Module {
 public:
  GemmaAttention(const GemmaConfig& config, const GemmaConfig::Layer& layer,
                 const torch::TensorOptions& options);
  /// @param bias  [B, 1, L, L] added to the scores
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& bias, const LlamaRotary& rotary) const;

 private:
  int64_t heads_, head_dim_;
  double eps_, scale_;
  bool norms_values_;
  nn::Linear q_proj_, k_proj_, o_proj_;
  std::optional<nn::Linear> v_proj_;
  GemmaNorm q_norm_, k_norm_;
};

class GemmaLayer : public nn::Module {
 public:
  GemmaLayer(const GemmaConfig& config, const GemmaConfig::Layer& layer, const torch::TensorOptions& options);
  /// [B, L, D] -> [B, L, D]
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& bias, const LlamaRotary& rotary) const;

 private:
  torch::Tensor layer_scalar_;  // [1], or undefined
  GemmaNorm input_layernorm_, post_attention_layernorm_, pre_feedforward_layernorm_,
      post_feedforward_layernorm_;
  GemmaAttention self_attn_;
  LlamaFeedForward mlp_;
};

class Gemma : public nn::Module {
 public:
  Gemma(const GemmaConfig& config, const torch::TensorOptions& options);

  /// Receives the embeddings, then each layer's output, the last one after the final norm: [B, L, D], zero
  /// for masked tokens.
  using StateSink = std::function<void(int64_t index, const torch::Tensor& state)>;
  /// @param input_ids       int64 [B, L]; positions count masked tokens
  /// @param attention_mask  [B, L], 0 for masked tokens
  /// @param runner          runs each layer; its input is x [B, L, D]
  /// Thread: one at a time. Memory: one layer's states.
  void forward(const torch::Tensor& input_ids, const torch::Tensor& attention_mask, const StateSink& sink,
               const nn::BlockRunner& runner = {});

  const GemmaConfig& config() const { return config_; }

 private:
  GemmaConfig config_;
  nn::Embedding embed_tokens_;
  nn::ModuleList<GemmaLayer> layers_;
  GemmaNorm norm_;
};

}  // namespace fw::encoders
