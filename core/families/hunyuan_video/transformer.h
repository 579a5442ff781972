// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "families/video_transformer.h"
#include "nn/block_runner.h"
#include "nn/embeddings.h"
#include "nn/feed_forward.h"
#include "nn/head_operators.h"
#include "nn/layers.h"
#include "nn/linear.h"
#include "nn/rotary.h"

/// The transformer of HunyuanVideo (Kong et al. 2024, arXiv 2412.03603, section 4.1): dual-stream blocks, in
/// which latent and text have separate weights and attend jointly, then single-stream blocks. Two refiner
/// blocks process the text first. Guidance is distilled: the network takes its scale as an input.
///
/// Shapes: B batch, S tokens of the latent, L tokens of text, D width, H heads, d head_dim.
namespace fw::families {

/// transformer/config.json. Defaults as in diffusers.
struct HunyuanTransformerConfig {
  int64_t in_channels = 16;
  int64_t out_channels = 16;
  int64_t num_attention_heads = 24;
  int64_t attention_head_dim = 128;
  int64_t num_layers = 20;
  int64_t num_single_layers = 40;
  int64_t num_refiner_layers = 2;
  double mlp_ratio = 4;
  int64_t patch_size = 2;
  int64_t patch_size_t = 1;
  bool guidance_embeds = true;
  int64_t text_embed_dim = 4096;
  int64_t pooled_projection_dim = 768;
  double rope_theta = 256;
  std::vector<int64_t> rope_axes_dim{16, 56, 56};

  int64_t inner_dim() const { return num_attention_heads * attention_head_dim; }
  int64_t mlp_dim() const { return static_cast<int64_t>(static_cast<double>(inner_dim()) * mlp_ratio); }
  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static HunyuanTransformerConfig from_json(const nlohmann::json& json);
};

/// Angles of the tokens of a latent whose frames are at the given positions in time.
/// @param height, width  of the latent, before patching
/// @return               float64 [F, h / patch_size, w / patch_size, d / 2] on the CPU
torch::Tensor hunyuan_angles(const HunyuanTransformerConfig& config, const std::vector<double>& frames,
                             int64_t height, int64_t width);
/// Angles of all tokens of a latent, followed by zeros for the text tokens.
/// @param frames, height, width  of the latent, before patching
/// @param text                   the largest number of text tokens that will be needed
nn::RotaryTable hunyuan_rotary(const HunyuanTransformerConfig& config, int64_t frames, int64_t height,
                               int64_t width, int64_t text, torch::Device device);

/// Two linear layers with SiLU between them.
class HunyuanTextProjection : public nn::Module {
 public:
  HunyuanTextProjection(int64_t in_features, int64_t width, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  nn::Linear linear_1_, linear_2_;
};

/// Embeds time, pooled text and, if the network takes it, guidance: [B, D].
class HunyuanConditionEmbedding : public nn::Module {
 public:
  HunyuanConditionEmbedding(int64_t pooled_width, int64_t width, bool with_guidance,
                            const torch::TensorOptions& options);
  /// @param timestep, guidance  [B]; guidance is undefined if unused
  torch::Tensor forward(const torch::Tensor& timestep, const torch::Tensor& pooled,
                        const torch::Tensor& guidance) const;

 private:
  nn::SinusoidalTimestepEmbedding timestep_embedder_;
  HunyuanTextProjection text_embedder_;
  std::optional<nn::TimestepEmbedding> guidance_embedder_;
};

/// A block of the token refiner: self-attention of the text and a feed-forward layer, both gated by time and
/// text.
class HunyuanRefinerBlock : public nn::Module {
 public:
  HunyuanRefinerBlock(const HunyuanTransformerConfig& config, const torch::TensorOptions& options);
  /// @param text  [B, L, D]
  /// @param time  [B, D]
  /// @param bias  [B, 1, 1 or L, L] added to the scores
  torch::Tensor forward(const torch::Tensor& text, const torch::Tensor& time,
                        const torch::Tensor& bias) const;

 private:
  int64_t heads_;
  nn::LayerNorm norm1_;
  nn::Linear to_q_, to_k_, to_v_, to_out_;
  nn::LayerNorm norm2_;
  nn::Linear up_, down_, gates_;
};

/// Processes the text before the dual-stream blocks, key `context_embedder`.
class HunyuanTextRefiner : public nn::Module {
 public:
  static constexpr const char* block_list = "context_embedder.token_refiner.refiner_blocks";

  HunyuanTextRefiner(const HunyuanTransformerConfig& config, const torch::TensorOptions& options);
  /// @param text      [B, L, text_embed_dim]
  /// @param mask      [B, L], 1 for valid tokens, of which the condition is the mean
  /// @param bias      [B, 1, 1 or L, L] added to the scores
  /// @param timestep  [B]
  /// @param runner    runs each block; they are the first ones of the transformer
  /// @return          [B, L, D]
  torch::Tensor forward(const torch::Tensor& text, const torch::Tensor& mask, const torch::Tensor& bias,
                        const torch::Tensor& timestep, const nn::BlockRunner& runner);
  size_t size() const { return refiner_blocks_.size(); }

 private:
  HunyuanConditionEmbedding time_text_embed_;
  nn::Linear proj_in_;
  nn::ModuleList<HunyuanRefinerBlock> refiner_blocks_;
};

/// Inputs shared by all blocks of a pass.
struct HunyuanSequence {
  nn::SharedTokens tokens;            ///< all S + L tokens; blocks compute this process's part
  nn::RotaryTable rotary;             ///< of this process's tokens
  std::optional<torch::Tensor> bias;  ///< [B, 1, 1, S + L] added to the scores; nullopt: no token is masked
};

/// Projections of one stream to queries, keys and values, with per-head norms.
class HunyuanProjections : public nn::Module {
 public:
  struct Names {
    const char *q, *k, *v, *norm_q, *norm_k;
  };
  HunyuanProjections(const HunyuanTransformerConfig& config, const Names& names,
                     const torch::TensorOptions& options);
  /// @param table  rotation of q and k; not applied if undefined
  nn::Stream forward(const torch::Tensor& x, const nn::RotaryTable& table) const;

 private:
  int64_t heads_;
  nn::Linear to_q_, to_k_, to_v_;
  nn::RmsNorm norm_q_, norm_k_;
};

/// A dual-stream block: separate weights for latent and text.
class HunyuanDoubleBlock : public nn::Module {
 public:
  HunyuanDoubleBlock(const HunyuanTransformerConfig& config, const torch::TensorOptions& options);
  /// @param latent  [B, S, D]
  /// @param text    [B, L, D]
  /// @param time    [B, D]
  /// @return        latent and text
  nn::Tensors forward(const torch::Tensor& latent, const torch::Tensor& text, const torch::Tensor& time,
                      const HunyuanSequence& sequence) const;

 private:
  nn::Linear norm1_, norm1_context_;
  HunyuanProjections latent_, text_;
  nn::Linear to_out_, to_add_out_;
  nn::FeedForward ff_, ff_context_;
};

/// The tensors that a HunyuanSequence is made of, which all blocks of a pass share: rotations, and the bias
/// or an undefined tensor.
HunyuanSequence hunyuan_sequence(const nn::SharedTokens& tokens, const nn::Tensors& of_all_blocks);

/// Runs dual-stream blocks, whose numbers start at `first`, on this process's tokens.
/// @param of_all_blocks  see hunyuan_sequence()
/// @return               latent and text
nn::Tensors hunyuan_run_blocks(nn::ModuleList<HunyuanDoubleBlock>& blocks, size_t first, nn::Tensors streams,
                               const torch::Tensor& time, const nn::SharedTokens& tokens,
                               const nn::Tensors& of_all_blocks, const nn::BlockRunner& runner);

/// The last layers: a norm, modulated by time, and a projection to patches. Keys `norm_out.linear` and
/// `proj_out`.
class HunyuanOutput : public nn::Module {
 public:
  HunyuanOutput(const HunyuanTransformerConfig& config, const torch::TensorOptions& options);
  /// [B, S, D] -> [B, S, out_channels of a patch]
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& time) const;
  /// @param x     [B, S, out_channels of a patch]
  /// @param like  [B, C, F, h, w], the network's input
  /// @return      [B, out_channels, F, h, w]
  torch::Tensor from_patches(const torch::Tensor& x, const torch::Tensor& like) const;

 private:
  int64_t patch_size_, patch_size_t_;
  nn::Linear norm_out_;
  nn::LayerNorm norm_;
  nn::Linear proj_out_;
};

/// A single-stream block: latent and text in one sequence; attention and feed-forward layer run in parallel.
class HunyuanSingleBlock : public nn::Module {
 public:
  HunyuanSingleBlock(const HunyuanTransformerConfig& config, const torch::TensorOptions& options);
  /// @param x  [B, S + L, D]
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& time,
                        const HunyuanSequence& sequence) const;

 private:
  nn::Linear modulation_;
  HunyuanProjections projections_;
  nn::Linear proj_mlp_, proj_out_;
};

struct HunyuanTransformerInput {
  torch::Tensor hidden_states;           ///< [B, C, F, h, w]
  torch::Tensor timestep;                ///< [B]
  torch::Tensor encoder_hidden_states;   ///< [B, L, text_embed_dim]
  torch::Tensor encoder_attention_mask;  ///< [B, L], 1 for valid tokens
  std::vector<int64_t> text_lengths{};   ///< valid tokens of each sample
  torch::Tensor pooled_projections;      ///< [B, pooled_projection_dim]
  torch::Tensor guidance{};              ///< [B], the scale times 1000; undefined if not embedded
};

class HunyuanTransformer : public VideoTransformer {
 public:
  HunyuanTransformer(const HunyuanTransformerConfig& config, const torch::TensorOptions& options);

  /// @param rotary  hunyuan_rotary() of this size, for at least L tokens of text
  /// @param runner  runs each block
  /// @return        [B, out_channels, F, h, w]
  /// Thread: one at a time. Cost: grows with (S + L)^2; text beyond the longest sample is dropped.
  torch::Tensor forward(const HunyuanTransformerInput& input, const nn::RotaryTable& rotary,
                        const nn::BlockRunner& runner = {});

  const HunyuanTransformerConfig& config() const { return config_; }
  std::vector<std::string> block_lists() const override;
  int64_t block_count() const override {
    return config_.num_refiner_layers + config_.num_layers + config_.num_single_layers;
  }

 protected:
  /// Additional tokens before those of the latent and of the text. Undefined: none.
  struct Beside {
    torch::Tensor before_latent;  ///< [B, N, D]
    torch::Tensor before_text;    ///< [B, N, D]; never masked
  };
  /// @param rotary  of before_latent, the latent, before_text and the text
  torch::Tensor forward(const HunyuanTransformerInput& input, const Beside& beside,
                        const nn::RotaryTable& rotary, const nn::BlockRunner& runner);

 private:
  HunyuanTransformerConfig config_;
  nn::Convolution x_embedder_;
  HunyuanTextRefiner refiner_;
  HunyuanConditionEmbedding time_text_embed_;
  nn::ModuleList<HunyuanDoubleBlock> transformer_blocks_;
  nn::ModuleList<HunyuanSingleBlock> single_transformer_blocks_;
  HunyuanOutput output_;
};

}  // namespace fw::families
