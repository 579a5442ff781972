// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "nn/block_runner.h"
#include "nn/layers.h"
#include "nn/linear.h"

/// The encoder of T5 v1.1 (Raffel et al. 2020; gated GELU as in Shazeer 2020): several families use its last
/// hidden states as text embeddings. UMT5 (Chung et al. 2023) differs by a table of relative positions in
/// every layer.
///
/// Shapes: B batch, L tokens, D d_model, H heads, d d_kv.
namespace fw::encoders {

/// text_encoder/config.json. Defaults as in transformers.
struct T5EncoderConfig {
  int64_t vocab_size = 32128;
  int64_t d_model = 512;
  int64_t d_kv = 64;
  int64_t d_ff = 2048;
  int64_t num_layers = 6;
  int64_t num_heads = 8;
  int64_t relative_attention_num_buckets = 32;
  int64_t relative_attention_max_distance = 128;
  double layer_norm_epsilon = 1e-6;
  bool bias_in_every_layer = false;  ///< UMT5's; T5 shares the first layer's

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static T5EncoderConfig from_json(const nlohmann::json& json);
};

/// Attention without scaling by 1 / sqrt(d), with a bias that depends on the distance of two tokens.
class T5Attention : public nn::Module {
 public:
  /// @param with_bias_table  of relative positions
  T5Attention(const T5EncoderConfig& config, bool with_bias_table, const torch::TensorOptions& options);
  /// @param bias  [1 or B, H, L, L], sum of position bias and mask
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& bias) const;
  /// [1, H, L, L]
  torch::Tensor position_bias(int64_t length) const;

 private:
  int64_t heads_, buckets_, max_distance_;
  nn::Linear q_, k_, v_, o_;
  std::optional<nn::Embedding> relative_attention_bias_;
};

/// W_o (gelu(W_0 x) * W_1 x) with tanh-approximated GELU.
class T5GatedFeedForward : public nn::Module {
 public:
  T5GatedFeedForward(const T5EncoderConfig& config, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  nn::Linear wi_0_, wi_1_, wo_;
};

class T5Block : public nn::Module {
 public:
  T5Block(const T5EncoderConfig& config, bool with_bias_table, const torch::TensorOptions& options);
  /// [B, L, D] -> [B, L, D]
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& bias) const;
  const T5Attention& attention() const { return attention_; }

 private:
  T5Attention attention_;
  nn::RmsNorm attention_norm_;
  T5GatedFeedForward feed_forward_;
  nn::RmsNorm feed_forward_norm_;
};

class T5Encoder : public nn::Module {
 public:
  T5Encoder(const T5EncoderConfig& config, const torch::TensorOptions& options);

  /// @param input_ids       int64 [B, L]
  /// @param attention_mask  [B, L], 0 for masked tokens; undefined: nothing is masked, not even padding
  /// @param runner          runs each block; its input is x [B, L, D]. A shared position bias is read from
  /// the
  ///                        first block before the blocks run.
  /// @return                [B, L, D]
  /// Thread: one at a time.
  torch::Tensor forward(const torch::Tensor& input_ids, const torch::Tensor& attention_mask = {},
                        const nn::BlockRunner& runner = {});

  const T5EncoderConfig& config() const { return config_; }
  torch::Dtype dtype() const { return shared_.weight.scalar_type(); }
  nn::ModuleList<T5Block>& blocks() { return blocks_; }
  static std::vector<std::string> block_lists() { return {"encoder.block"}; }

 private:
  T5EncoderConfig config_;
  nn::Embedding shared_;
  nn::ModuleList<T5Block> blocks_;
  nn::RmsNorm final_layer_norm_;
};

}  // namespace fw::encoders
