// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "families/video_transformer.h"
#include "nn/block_runner.h"
#include "nn/embeddings.h"
#include "nn/feed_forward.h"
#include "nn/layers.h"
#include "nn/norm_operators.h"
#include "nn/rotary.h"

/// The transformer of Wan 2.1 and 2.2 (Wan Team 2025, arXiv 2503.20314). A block is self-attention of all
/// video tokens, cross-attention to the text (and to pictures in image-to-video models of 2.1), and a
/// feed-forward layer, modulated by the timestep as in PixArt-alpha.
///
/// Shapes: B batch, C latent channels, F latent frames, h w latent height and width, S = F h w / 4 video
/// tokens, L text tokens, N image tokens, H heads, d head_dim, D = H d width, T timesteps per sample (1; 2 if
/// the first frame has its own; S: one per token).
namespace fw::families {

/// transformer/config.json. Defaults as in diffusers.
struct WanTransformerConfig {
  std::vector<int64_t> patch_size{1, 2, 2};
  int64_t num_attention_heads = 40;
  int64_t attention_head_dim = 128;
  int64_t in_channels = 16;
  int64_t out_channels = 16;
  int64_t text_dim = 4096;
  int64_t freq_dim = 256;
  int64_t ffn_dim = 13824;
  int64_t num_layers = 40;
  double eps = 1e-6;
  std::optional<int64_t> image_dim;  ///< of the image encoder; nullopt: no cross-attention to pictures
  std::optional<int64_t> pos_embed_seq_len;  ///< image tokens of first and last picture together

  int64_t inner_dim() const { return num_attention_heads * attention_head_dim; }

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static WanTransformerConfig from_json(const nlohmann::json& json);
};

/// Angles of the video tokens by frame, row and column. Rows and columns get a third of the head each,
/// rounded down to an even number; frames get the rest.
/// @param frames, height, width  of the latents
/// @return  S rows of d / 2 angles. Thread: any. Cost: O(S d); computed once per bucket.
nn::RotaryTable wan_rotary(const WanTransformerConfig& config, int64_t frames, int64_t height, int64_t width,
                           torch::Device device);

struct WanTransformerInput {
  torch::Tensor hidden_states;  ///< [B, in_channels, F, h, w]: the latents, then the condition's channels
  torch::Tensor timestep;       ///< [B] or [B, S] in 0 to 1000, integer or not
  torch::Tensor first_frame_timestep{};  ///< [B] for the first frame's tokens, if `timestep` is [B]
  torch::Tensor encoder_hidden_states;   ///< [B, L, text_dim]
  torch::Tensor image_embeds{};          ///< [B, N, image_dim]; undefined for models without image_dim
};

/// Embeds timesteps, text and pictures for the blocks.
class WanConditionEmbedder : public nn::Module {
 public:
  WanConditionEmbedder(const WanTransformerConfig& config, const torch::TensorOptions& options);

  struct Time {
    torch::Tensor embedded;    ///< [B, T, D] float32
    torch::Tensor modulation;  ///< [B, T, 6 D]
  };
  /// Computes in float32 except for the last layer. @param timestep  [B, T]
  Time time(const torch::Tensor& timestep, torch::Dtype dtype) const;
  /// [B, L, text_dim] -> [B, L, D]
  torch::Tensor text(const torch::Tensor& x) const;
  /// [B, N, image_dim] -> [B, N, D]
  torch::Tensor image(const torch::Tensor& x) const;

 private:
  /// Layers for pictures, keys `image_embedder`.
  struct Image {
    Image(const WanTransformerConfig& config, const torch::TensorOptions& options);
    torch::Tensor pos_embed;  // [1, N, image_dim], or undefined
    nn::LayerNorm norm1, norm2;
    nn::Linear up, down;
  };

  int64_t freq_dim_;
  nn::TimestepEmbedding time_embedder_;
  nn::Linear time_proj_, text_up_, text_down_;
  std::optional<Image> image_;
};

/// Attention with an RMS norm of queries and keys over all heads together.
class WanAttention : public nn::Module {
 public:
  enum class Of { video, text, text_and_image };
  WanAttention(const WanTransformerConfig& config, Of of, const torch::TensorOptions& options);
  /// Self-attention of the video tokens. @param x  [B, S, D]: this process's part of `tokens`
  torch::Tensor forward(const torch::Tensor& x, const nn::RotaryTable& rotary,
                        const nn::SharedTokens& tokens) const;
  /// Cross-attention of the video tokens to the text and, with a separate softmax, to pictures.
  /// @param text  [B, L, D] @param image  [B, N, D], or undefined
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& text, const torch::Tensor& image) const;

 private:
  torch::Tensor split_heads(const torch::Tensor& x) const { return x.unflatten(-1, {heads_, -1}); }
  nn::NormOf norm(const nn::RmsNorm& norm) const { return {kernels::Norm::rms, eps_, norm.weight, {}}; }

  int64_t heads_;
  double eps_;
  nn::RmsNorm norm_q_, norm_k_;
  nn::Linear to_q_, to_k_, to_v_, to_out_;
  std::optional<nn::RmsNorm> norm_added_k_;
  std::optional<nn::Linear> add_k_proj_, add_v_proj_;
};

class WanBlock : public nn::Module {
 public:
  WanBlock(const WanTransformerConfig& config, const torch::TensorOptions& options);
  /// @param x           [B, S, D]
  /// @param modulation  [B, T, 6 D]
  /// @param text        [B, L, D]
  /// @param image       [B, N, D], or undefined
  /// @param head        with two timesteps: number of leading tokens of x that have the second one
  /// @return            [B, S, D], a new tensor
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& modulation, const torch::Tensor& text,
                        const torch::Tensor& image, const nn::RotaryTable& rotary, int64_t head,
                        const nn::SharedTokens& tokens) const;

 private:
  double eps_;
  torch::Tensor scale_shift_table_;  // [1, 6, D]
  WanAttention attn1_, attn2_;
  nn::LayerNorm norm2_;
  nn::FeedForward ffn_;
};

class WanTransformer : public VideoTransformer {
 public:
  WanTransformer(const WanTransformerConfig& config, const torch::TensorOptions& options);

  /// Predicts the flow's velocity, noise - x. Differentiable in its inputs and weights.
  /// @param rotary  wan_rotary() for this size
  /// @param runner  runs each block; its inputs are x [B, S, D], the modulation, the text and the image
  /// tokens
  /// @return        [B, out_channels, F, h, w]
  /// Thread: one at a time. Cost: (12 D^2 + 4 D ffn_dim) S + 4 S^2 D FLOP per layer and sample.
  torch::Tensor forward(const WanTransformerInput& input, const nn::RotaryTable& rotary,
                        const nn::BlockRunner& runner = {});

  std::vector<std::string> block_lists() const override { return {"blocks"}; }
  int64_t block_count() const override { return config_.num_layers; }
  const WanTransformerConfig& config() const { return config_; }
  /// Offsets the block index given to the runner, for the second of two networks that share a runner.
  void count_blocks_from(int64_t first) { first_block_ = static_cast<size_t>(first); }

 private:
  WanTransformerConfig config_;
  size_t first_block_ = 0;
  torch::Tensor scale_shift_table_;  // [1, 2, D]
  nn::Convolution patch_embedding_;
  WanConditionEmbedder condition_embedder_;
  nn::ModuleList<WanBlock> blocks_;
  nn::Linear proj_out_;
};

}  // namespace fw::families
