// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "encoders/clip_layer.h"
#include "nn/block_runner.h"

/// The text half of CLIP (Radford et al. 2021) without its projection.
///
/// Shapes: B batch, L tokens, D hidden_size.
namespace fw::encoders {

/// text_encoder_2/config.json. Defaults as in transformers.
struct ClipTextConfig {
  int64_t vocab_size = 49408;
  ClipLayerSize layer{
      .hidden_size = 512, .intermediate_size = 2048, .num_attention_heads = 8, .layer_norm_eps = 1e-5};
  int64_t num_hidden_layers = 12;
  int64_t max_position_embeddings = 77;
  int64_t eos_token_id = 49407;

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static ClipTextConfig from_json(const nlohmann::json& json);
};

struct ClipTextOutput {
  torch::Tensor last_hidden_state;  ///< [B, L, D]
  torch::Tensor pooled;             ///< [B, D]: the state of the end token
};

class ClipText : public nn::Module {
 public:
  ClipText(const ClipTextConfig& config, const torch::TensorOptions& options);

  /// @param input_ids  int64 [B, L], L at most max_position_embeddings; padding is not masked
  /// @param runner     runs each layer; its input is x [B, L, D]
  /// Thread: one at a time.
  ClipTextOutput forward(const torch::Tensor& input_ids, const nn::BlockRunner& runner = {});

  const ClipTextConfig& config() const { return config_; }

 private:
  ClipTextConfig config_;
  nn::Embedding token_embedding_, position_embedding_;
  nn::ModuleList<ClipLayer> layers_;
  nn::LayerNorm final_layer_norm_;
};

}  // namespace fw::encoders
