// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>

#include "families/video_transformer.h"
#include "nn/block_runner.h"
#include "nn/embeddings.h"
#include "nn/feed_forward.h"
#include "nn/head_operators.h"
#include "nn/layers.h"
#include "nn/rotary.h"

/// The transformer of CogVideoX (Yang et al. 2024, arXiv 2408.06072): an expert transformer in which text and
/// video tokens share all weights except the modulation of the adaptive layer norms. One class covers 2b
/// (sinusoidal positions), 5b (rotary), 5b-I2V (rotary and learned positions, image latents as additional
/// channels) and 1.5 (patches over time; I2V with the `ofs` embedding).
///
/// Shapes: B batch, F latent frames, C channels, h w latent height and width, p patch size, pt patch size
/// over time, L text tokens, S = F/pt * h/p * w/p video tokens, N = L + S, H heads, d head_dim, D = H d
/// width, T time_embed_dim.
namespace fw::families {

/// transformer/config.json. Defaults as in diffusers.
struct CogVideoXTransformerConfig {
  int64_t num_attention_heads = 30;
  int64_t attention_head_dim = 64;
  int64_t in_channels = 16;
  int64_t out_channels = 16;
  bool flip_sin_to_cos = true;
  double freq_shift = 0;
  int64_t time_embed_dim = 512;
  std::optional<int64_t> ofs_embed_dim;
  int64_t text_embed_dim = 4096;
  int64_t num_layers = 30;
  bool attention_bias = true;
  int64_t sample_width = 90;   ///< latent
  int64_t sample_height = 60;  ///< latent
  int64_t sample_frames = 49;  ///< pixel frames
  int64_t patch_size = 2;
  std::optional<int64_t> patch_size_t;  ///< nullopt: 1.0, each latent frame is a patch of its own
  int64_t temporal_compression_ratio = 4;
  int64_t max_text_seq_length = 226;
  bool norm_elementwise_affine = true;
  double norm_eps = 1e-5;
  double spatial_interpolation_scale = 1.875;
  double temporal_interpolation_scale = 1.0;
  bool use_rotary_positional_embeddings = false;
  bool use_learned_positional_embeddings = false;
  bool patch_bias = true;

  int64_t inner_dim() const { return num_attention_heads * attention_head_dim; }
  int64_t frame_patch() const { return patch_size_t.value_or(1); }
  int64_t sample_latent_frames() const { return (sample_frames - 1) / temporal_compression_ratio + 1; }

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static CogVideoXTransformerConfig from_json(const nlohmann::json& json);
};

/// Latent frames, height and width of one sample.
struct LatentGrid {
  int64_t frames = 0;
  int64_t height = 0;
  int64_t width = 0;
};

/// Rotary table over (t, y, x) of the video tokens. 1.0 fits the grid into the grid of `sample_height` x
/// `sample_width`; 1.5 counts patches.
/// @return  S rows of d/2 angles on `device`. Thread: any. Cost: O(S d); computed once per bucket.
nn::RotaryTable cogvideox_rotary(const CogVideoXTransformerConfig& config, const LatentGrid& size,
                                 torch::Device device);

/// Position information of the tokens for one latent size and text length: created once, used at each step.
struct CogVideoXPositions {
  nn::RotaryTable rotary;   ///< N rows, identity for text tokens; undefined without rotary positions
  torch::Tensor embedding;  ///< [1, S, D], added to the video tokens; undefined if unused
};

struct CogVideoXTransformerInput {
  torch::Tensor hidden_states;          ///< [B, F, C, h, w]; I2V: noisy and image latents concatenated in C
  torch::Tensor encoder_hidden_states;  ///< [B, L, text_embed_dim]
  torch::Tensor timestep;               ///< [B]
  torch::Tensor ofs;                    ///< [1], only for models with ofs_embed_dim
};

/// Splits the latent into patches and projects them and the text to the width of the network.
class CogVideoXPatchEmbed : public nn::Module {
 public:
  CogVideoXPatchEmbed(const CogVideoXTransformerConfig& config, const torch::TensorOptions& options);
  /// @return [B, N, D], text tokens first
  torch::Tensor forward(const torch::Tensor& text, const torch::Tensor& latents,
                        const torch::Tensor& embedding) const;

 private:
  struct Projection : nn::Module {
    torch::Tensor weight, bias;  // [D, C, p, p] in 1.0, [D, C pt p p] in 1.5
    Projection(const CogVideoXTransformerConfig& config, const torch::TensorOptions& options);
  };
  int64_t patch_, frame_patch_;
  Projection proj_;
  nn::Linear text_proj_;
  torch::Tensor pos_embedding_;  // [1, max_text_seq_length + S, D], learned; undefined if unused
};

/// Layer norm that is scaled and shifted by the timestep, with separate parameters for text and video.
class CogVideoXLayerNormZero : public nn::Module {
 public:
  CogVideoXLayerNormZero(const CogVideoXTransformerConfig& config, const torch::TensorOptions& options);

  struct Result {
    nn::NormOf norm;
    nn::Condition condition;
    torch::Tensor gate;  ///< of the layer after the norm, [B, 2, D]
  };
  /// The first `text_length` tokens are text. @param temb  [B, T]
  Result forward(const torch::Tensor& temb, int64_t text_length) const;

 private:
  nn::Linear linear_;
  nn::LayerNorm norm_;
  double norm_eps_;
};

/// Full self-attention of all tokens, with layer-normed queries and keys.
class CogVideoXAttention : public nn::Module {
 public:
  CogVideoXAttention(const CogVideoXTransformerConfig& config, const torch::TensorOptions& options);
  /// [B, N, D] -> [B, N, D] @param tokens  the token list of which x holds this process's part
  torch::Tensor forward(const torch::Tensor& x, const nn::RotaryTable& rotary,
                        const nn::SharedTokens& tokens) const;

 private:
  int64_t heads_;
  nn::Linear to_q_, to_k_, to_v_, to_out_;
  nn::LayerNorm norm_q_, norm_k_;
};

class CogVideoXBlock : public nn::Module {
 public:
  CogVideoXBlock(const CogVideoXTransformerConfig& config, const torch::TensorOptions& options);
  /// [B, N, D] -> [B, N, D], a new tensor
  torch::Tensor forward(const torch::Tensor& x, int64_t text_length, const torch::Tensor& temb,
                        const nn::RotaryTable& rotary, const nn::SharedTokens& tokens) const;

 private:
  CogVideoXLayerNormZero norm1_;
  CogVideoXAttention attn1_;
  CogVideoXLayerNormZero norm2_;
  nn::FeedForward ff_;
};

class CogVideoXTransformer : public VideoTransformer {
 public:
  CogVideoXTransformer(const CogVideoXTransformerConfig& config, const torch::TensorOptions& options);

  /// @throws fw::Error families.bad_latent_size (not a multiple of the patch), families.fixed_latent_size (a
  ///   model with learned positions only takes its own height and width)
  /// Thread: any. Cost: O(N d + S D); the latter only for 2b, and for 5b-I2V at other lengths.
  CogVideoXPositions positions(const LatentGrid& size, int64_t text_length, torch::Device device) const;

  /// Predicts v. Differentiable in its inputs and weights.
  /// @param positions  for the sizes of this input
  /// @param runner     runs each block; its inputs are x [B, N, D] and the time embedding [B, T]
  /// @return           [B, F, out_channels, h, w]
  /// Thread: one at a time. Cost: 24 N D^2 + 4 N^2 D FLOP per layer and sample.
  torch::Tensor forward(const CogVideoXTransformerInput& input, const CogVideoXPositions& positions,
                        const nn::BlockRunner& runner = {});

  std::vector<std::string> block_lists() const override { return {"transformer_blocks"}; }
  int64_t block_count() const override { return config_.num_layers; }
  const CogVideoXTransformerConfig& config() const { return config_; }
  nn::ModuleList<CogVideoXBlock>& blocks() { return transformer_blocks_; }

 private:
  torch::Tensor time_embedding(const CogVideoXTransformerInput& input) const;
  torch::Tensor unpatchify(const torch::Tensor& patches, const torch::Tensor& latents) const;

  CogVideoXTransformerConfig config_;
  CogVideoXPatchEmbed patch_embed_;
  nn::TimestepEmbedding time_embedding_;
  std::optional<nn::TimestepEmbedding> ofs_embedding_;
  nn::ModuleList<CogVideoXBlock> transformer_blocks_;
  nn::LayerNorm norm_final_;
  nn::Linear norm_out_linear_;
  nn::LayerNorm norm_out_;
  nn::Linear proj_out_;
};

}  // namespace fw::families
