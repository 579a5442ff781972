// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "families/video_transformer.h"
#include "nn/block_runner.h"
#include "nn/embeddings.h"
#include "nn/feed_forward.h"
#include "nn/layers.h"
#include "nn/rotary.h"

/// The transformer of LTX-Video (HaCohen et al. 2025, arXiv 2501.00103): latents as a sequence of tokens,
/// full self-attention of the video tokens, then cross-attention to the text, layers modulated by the
/// timestep as in PixArt-alpha (AdaLN-single: one layer for all blocks, and a table in each).
///
/// Shapes: B batch, S video tokens, C latent channels, L text tokens, H heads, d head_dim, D = H d width,
/// T timesteps per sample (1, or S: one per token).
namespace fw::families {

/// transformer/config.json. Defaults as in diffusers.
struct LtxTransformerConfig {
  int64_t in_channels = 128;
  int64_t out_channels = 128;
  int64_t num_attention_heads = 32;
  int64_t attention_head_dim = 64;
  int64_t num_layers = 28;
  int64_t caption_channels = 4096;
  double norm_eps = 1e-6;
  bool attention_bias = true;
  bool attention_out_bias = true;

  int64_t inner_dim() const { return num_attention_heads * attention_head_dim; }

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static LtxTransformerConfig from_json(const nlohmann::json& json);
};

/// Coordinates of the tokens of a clip, frame by frame and row by row.
/// @param seconds      of each latent frame
/// @param row, column  pixels from one latent to the next
/// @return             float64 [frames * height * width, 3] on the CPU
torch::Tensor ltx_coordinates(const std::vector<double>& seconds, int64_t height, int64_t width, double row,
                              double column);

/// Rotary table over time, rows and columns, shared by all heads: frequencies from a quarter turn over 20
/// seconds and 2048 pixels up to 10000 times that.
/// @param width        D
/// @param coordinates  [S, 3] or [B, S, 3]: seconds, rows and columns of pixels
/// @return             S or B x S rows of D / 2 angles. Thread: any. Cost: O(S D); computed once per clip.
nn::RotaryTable ltx_rotary(int64_t width, const torch::Tensor& coordinates, torch::Device device);

struct LtxTransformerInput {
  torch::Tensor hidden_states;           ///< [B, S, C]
  torch::Tensor encoder_hidden_states;   ///< [B, L, caption_channels]
  torch::Tensor encoder_attention_mask;  ///< [B, L], 1 for valid tokens; undefined: all valid
  torch::Tensor timestep;                ///< [B] or [B, S], 0 to 1000, may be fractional
};

/// Modulation of the layers: the embedded timesteps and their projection for all blocks.
class LtxTimestepModulation : public nn::Module {
 public:
  /// @param rows  of D numbers per timestep in the projection
  LtxTimestepModulation(int64_t width, const torch::TensorOptions& options, int64_t rows = 6);

  struct Result {
    torch::Tensor modulation;  // [B, T, rows D]
    torch::Tensor embedded;    // [B, T, D]
  };
  /// @param timestep  [B] or [B, T]
  Result forward(const torch::Tensor& timestep, torch::Dtype dtype) const;

 private:
  nn::SinusoidalTimestepEmbedding embedder_;
  nn::Linear linear_;
};

/// Projects captions to the width of the network: two linear layers with tanh-approximated GELU between them.
class LtxCaptionProjection : public nn::Module {
 public:
  LtxCaptionProjection(int64_t in_features, int64_t width, const torch::TensorOptions& options);
  /// [B, L, in] -> [B, L, D]
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  nn::Linear linear_1_, linear_2_;
};

/// Attention with RMS-normed queries and keys; the norm runs over all heads together.
class LtxAttention : public nn::Module {
 public:
  LtxAttention(const LtxTransformerConfig& config, const torch::TensorOptions& options);
  /// Self-attention of the video. @param x  [B, S, D] @param tokens  the token list of which x holds this
  /// process's part
  torch::Tensor forward(const torch::Tensor& x, const nn::RotaryTable& rotary,
                        const nn::SharedTokens& tokens) const;
  /// Cross-attention to the text. @param context  [B, L, D] @param bias  [B, 1, 1, L], or undefined
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& context,
                        const torch::Tensor& bias) const;

 private:
  torch::Tensor split_heads(const torch::Tensor& x) const { return x.unflatten(-1, {heads_, -1}); }

  int64_t heads_;
  nn::RmsNorm norm_q_, norm_k_;
  nn::Linear to_q_, to_k_, to_v_, to_out_;
};

class LtxBlock : public nn::Module {
 public:
  LtxBlock(const LtxTransformerConfig& config, const torch::TensorOptions& options);
  /// @param x           [B, S, D]
  /// @param context     [B, L, D]
  /// @param modulation  [B, T, 6 D]
  /// @param bias        [B, 1, 1, L], or undefined
  /// @return            [B, S, D], a new tensor
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& context, const torch::Tensor& modulation,
                        const torch::Tensor& bias, const nn::RotaryTable& rotary,
                        const nn::SharedTokens& tokens) const;

 private:
  double norm_eps_;
  torch::Tensor scale_shift_table_;  // [6, D]
  LtxAttention attn1_, attn2_;
  nn::FeedForward ff_;
};

class LtxTransformer : public VideoTransformer {
 public:
  LtxTransformer(const LtxTransformerConfig& config, const torch::TensorOptions& options);

  /// Predicts the flow's velocity, noise - x. Differentiable in its inputs and weights.
  /// @param rotary  for this input's tokens
  /// @param runner  runs each block; its inputs are x [B, S, D], the captions [B, L, D] and the modulation
  /// @return        [B, S, out_channels]
  /// Thread: one at a time. Cost: 28 S D^2 + 4 S^2 D FLOP per layer and sample.
  torch::Tensor forward(const LtxTransformerInput& input, const nn::RotaryTable& rotary,
                        const nn::BlockRunner& runner = {});

  std::vector<std::string> block_lists() const override { return {"transformer_blocks"}; }
  int64_t block_count() const override { return config_.num_layers; }
  const LtxTransformerConfig& config() const { return config_; }

 private:
  LtxTransformerConfig config_;
  torch::Tensor scale_shift_table_;  // [2, D]
  nn::Linear proj_in_;
  LtxTimestepModulation time_embed_;
  LtxCaptionProjection caption_projection_;
  nn::ModuleList<LtxBlock> transformer_blocks_;
  nn::LayerNorm norm_out_;
  nn::Linear proj_out_;
};

}  // namespace fw::families
