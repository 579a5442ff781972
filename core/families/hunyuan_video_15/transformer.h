// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/hunyuan_video/transformer.h"

/// The transformer of HunyuanVideo 1.5 (Wu et al. 2025, arXiv 2511.18870): HunyuanVideo's dual-stream blocks
/// alone. The second stream holds the tokens of a picture, of text to be drawn (glyphs) and of the prompt.
///
/// Shapes: B batch, S tokens of the latent, L tokens of text, M of glyphs, N of a picture, D width.
namespace fw::families {

/// transformer/config.json. Defaults as in diffusers.
struct Hunyuan15TransformerConfig : HunyuanTransformerConfig {
  int64_t text_embed_2_dim = 1472;
  int64_t text_embed_2_hidden_dim = 2048;  ///< not a field in diffusers, which has only this width
  int64_t image_embed_dim = 1152;
  bool use_meanflow = false;  ///< the network also takes the time at which a step ends

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static Hunyuan15TransformerConfig from_json(const nlohmann::json& json);
};

/// Projects glyphs to the blocks' width, key `context_embedder_2`.
class Hunyuan15GlyphProjection : public nn::Module {
 public:
  Hunyuan15GlyphProjection(const Hunyuan15TransformerConfig& config, const torch::TensorOptions& options);
  /// [B, M, text_embed_2_dim] -> [B, M, D]
  torch::Tensor forward(const torch::Tensor& glyphs) const;

 private:
  nn::LayerNorm norm_;
  nn::Linear linear_1_, linear_2_, linear_3_;
};

/// Projects a picture's embedding to the blocks' width, key `image_embedder`.
class Hunyuan15ImageProjection : public nn::Module {
 public:
  Hunyuan15ImageProjection(const Hunyuan15TransformerConfig& config, const torch::TensorOptions& options);
  /// [B, N, image_embed_dim] -> [B, N, D]
  torch::Tensor forward(const torch::Tensor& embeds) const;

 private:
  nn::LayerNorm norm_in_;
  nn::Linear linear_1_, linear_2_;
  nn::LayerNorm norm_out_;
};

/// Tokens of which some may be padding.
struct Hunyuan15Tokens {
  torch::Tensor states;  ///< [B, L, width]; undefined: none
  torch::Tensor mask;    ///< [B, L], 1 for valid tokens; undefined: all are
};

struct Hunyuan15TransformerInput {
  torch::Tensor hidden_states;  ///< [B, in_channels, F, h, w]: noisy latents, condition latents, mask
  torch::Tensor timestep;       ///< [B] float32
  torch::Tensor timestep_r{};   ///< [B] float32, where the step ends; undefined: not embedded
  Hunyuan15Tokens text;
  Hunyuan15Tokens glyphs{};
  torch::Tensor image_embeds{};  ///< [B, N, image_embed_dim]; undefined: no picture
};

class Hunyuan15Transformer : public VideoTransformer {
 public:
  Hunyuan15Transformer(const Hunyuan15TransformerConfig& config, const torch::TensorOptions& options);

  /// @param rotary  hunyuan_rotary() of this size, for no text
  /// @param runner  runs each block
  /// @return        [B, out_channels, F, h, w]. Padding does not act on it.
  /// Thread: one at a time. Cost: grows with (S + N + M + L)^2.
  torch::Tensor forward(const Hunyuan15TransformerInput& input, const nn::RotaryTable& rotary,
                        const nn::BlockRunner& runner = {});

  const Hunyuan15TransformerConfig& config() const { return config_; }
  std::vector<std::string> block_lists() const override;
  int64_t block_count() const override { return config_.num_refiner_layers + config_.num_layers; }

 private:
  torch::Tensor time_of(const Hunyuan15TransformerInput& input) const;
  /// The second stream: [B, N + M + L, D]
  torch::Tensor context(const Hunyuan15TransformerInput& input, const nn::BlockRunner& runner);

  Hunyuan15TransformerConfig config_;
  nn::Convolution x_embedder_;
  Hunyuan15ImageProjection image_embedder_;
  HunyuanTextRefiner refiner_;
  Hunyuan15GlyphProjection glyph_embedder_;
  nn::SinusoidalTimestepEmbedding time_embedder_;
  std::optional<nn::TimestepEmbedding> end_embedder_;
  nn::Embedding kinds_;
  nn::ModuleList<HunyuanDoubleBlock> transformer_blocks_;
  HunyuanOutput output_;
};

}  // namespace fw::families
