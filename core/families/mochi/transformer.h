// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "families/video_transformer.h"
#include "nn/block_runner.h"
#include "nn/embeddings.h"
#include "nn/head_operators.h"
#include "nn/layers.h"
#include "nn/rotary.h"

/// The transformer of Mochi-1 (Genmo 2024, "asymmetric diffusion transformer"): video and text are two
/// streams of different widths with separate linear layers, joined in one attention.
///
/// Shapes: B batch, F latent frames, h w latent height and width, C latent channels, S video tokens, L text
/// tokens, n of them valid, H heads, d head_dim, D = H d width of the video, P width of the text.
namespace fw::families {

/// transformer/config.json. Defaults as in diffusers.
struct MochiTransformerConfig {
  int64_t patch_size = 2;
  int64_t num_attention_heads = 24;
  int64_t attention_head_dim = 128;
  int64_t num_layers = 48;
  int64_t pooled_projection_dim = 1536;  ///< P
  int64_t in_channels = 12;
  int64_t out_channels = 12;
  int64_t text_embed_dim = 4096;
  int64_t time_embed_dim = 256;
  int64_t max_sequence_length = 256;

  int64_t inner_dim() const { return num_attention_heads * attention_head_dim; }

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static MochiTransformerConfig from_json(const nlohmann::json& json);
};

struct MochiTransformerInput {
  torch::Tensor hidden_states;          ///< [B, C, F, h, w]
  torch::Tensor encoder_hidden_states;  ///< [B, L, text_embed_dim]
  /// [B, L], 1 for valid tokens, which may be any of them, or none. Preferably on the host, where its values
  /// are needed: reading it from a device synchronizes.
  torch::Tensor encoder_attention_mask;
  torch::Tensor timestep;  ///< [B], 0 noise to 1000 clean
};

/// Coordinates of the tokens of a clip: the frame number, and rows and columns as cell centers of a plane
/// scaled to an area of 192 x 192.
/// @param height, width  in patches
/// @return               float32 [frames * height * width, 3] on the CPU
torch::Tensor mochi_positions(int64_t frames, int64_t height, int64_t width);

/// Tokens that take part in the attention of one sample: its video and the valid text.
struct MochiSampleTokens {
  nn::SharedTokens all;
  torch::Tensor text;  ///< indices of the valid ones among this process's text tokens; undefined: all of them
};

/// Pools the whole text into one vector: attention over the valid tokens with their mean as the query.
class MochiAttentionPool : public nn::Module {
 public:
  MochiAttentionPool(int64_t width, int64_t out_features, const torch::TensorOptions& options);
  /// @param x  [B, L, width] @param mask  [B, L] @return  [B, out]
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& mask) const;

 private:
  nn::Linear to_kv_, to_q_, to_out_;
};

/// Modulation of the layers, from time and text together, and the text projected to the width of its stream.
class MochiConditioning : public nn::Module {
 public:
  MochiConditioning(const MochiTransformerConfig& config, const torch::TensorOptions& options);

  struct Result {
    torch::Tensor modulation;  // [B, D]
    torch::Tensor text;        // [B, L, P]
  };
  Result forward(const MochiTransformerInput& input) const;

 private:
  int64_t time_embed_dim_;
  nn::TimestepEmbedding timestep_embedder_;
  MochiAttentionPool pooler_;
  nn::Linear caption_proj_;
};

/// W2 (value * silu(gate)), where value and gate are the halves of W1 x (Shazeer 2020).
class MochiFeedForward : public nn::Module {
 public:
  MochiFeedForward(int64_t width, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  nn::Linear up_, down_;
};

/// One stream's projections for the joint attention.
class MochiAttentionSide : public nn::Module {
 public:
  /// Names of the published layers. @param out  empty: the output is not used
  struct Names {
    std::string q, k, v, norm_q, norm_k, out;
  };
  MochiAttentionSide(int64_t width, const MochiTransformerConfig& config, const Names& names,
                     const torch::TensorOptions& options);

  /// @param x       [B, S or L, width]
  /// @param rotary  rotation of q and k; not applied if undefined
  nn::Stream stream(const torch::Tensor& x, const nn::RotaryTable& rotary) const;
  torch::Tensor out(const torch::Tensor& attended) const { return to_out_->forward(attended); }

 private:
  int64_t heads_;
  nn::RmsNorm norm_q_, norm_k_;
  nn::Linear to_q_, to_k_, to_v_;
  std::optional<nn::Linear> to_out_;
};

class MochiBlock : public nn::Module {
 public:
  enum class Text { both_ways, only_read };  ///< the last block does not update the text

  MochiBlock(const MochiTransformerConfig& config, Text text, const torch::TensorOptions& options);
  /// @param x           [B, S, D]
  /// @param context     [B, L, P]
  /// @param modulation  [B, D]
  /// @param tokens      of each sample
  /// @return            x and, except for Text::only_read, the context: new tensors
  nn::Tensors forward(const torch::Tensor& x, const torch::Tensor& context, const torch::Tensor& modulation,
                      const nn::RotaryTable& rotary, const std::vector<MochiSampleTokens>& tokens) const;

 private:
  struct Attended {
    torch::Tensor x;        // [B, S, D]
    torch::Tensor context;  // [B, L, D]
  };
  Attended attend(const torch::Tensor& x, const torch::Tensor& context, const nn::RotaryTable& rotary,
                  const std::vector<MochiSampleTokens>& tokens) const;

  Text text_;
  nn::Linear norm1_, norm1_context_;
  MochiAttentionSide video_side_, text_side_;
  MochiFeedForward ff_;
  std::optional<MochiFeedForward> ff_context_;
};

class MochiTransformer : public VideoTransformer {
 public:
  MochiTransformer(const MochiTransformerConfig& config, const torch::TensorOptions& options);

  /// Predicts the flow's velocity, x - noise. Differentiable in its inputs and weights.
  /// @pre height and width of the latents are multiples of patch_size
  /// @param runner  runs each block; its inputs are x [B, S, D], the text [B, L, P], the modulation [B, D]
  ///                and the frequencies of the positions [3, H, d / 2]
  /// @return        [B, out_channels, F, h, w]
  /// Thread: one at a time. Cost: 24 S D^2 + 4 S^2 D FLOP per layer and sample.
  torch::Tensor forward(const MochiTransformerInput& input, const nn::BlockRunner& runner = {});

  std::vector<std::string> block_lists() const override { return {"transformer_blocks"}; }
  int64_t block_count() const override { return config_.num_layers; }
  const MochiTransformerConfig& config() const { return config_; }

 private:
  /// @param shared  the video and all of the text
  std::vector<MochiSampleTokens> tokens_of_samples(const nn::SharedTokens& shared, int64_t video,
                                                   const torch::Tensor& mask, torch::Device device) const;

  MochiTransformerConfig config_;
  torch::Tensor pos_frequencies_;                 // [3, H, d / 2]: angle per unit of time, row and column
  torch::Tensor patch_embed_, patch_embed_bias_;  // [D, C, p, p], [D]
  MochiConditioning time_embed_;
  nn::ModuleList<MochiBlock> transformer_blocks_;
  nn::Linear norm_out_, proj_out_;
};

}  // namespace fw::families
