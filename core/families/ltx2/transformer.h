// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "families/ltx2/attention.h"
#include "families/ltx_video/transformer.h"
#include "families/video_transformer.h"
#include "nn/block_runner.h"
#include "nn/feed_forward.h"

/// The video half of LTX-2's transformer (Lightricks 2026; versions 2.0, 2.3 and 2.5): tokens of the latents
/// attend to each other and to the text; layers are modulated by the timestep of each token. The published
/// network also has a stream for sound, which this one does without: its tensors in a checkpoint are skipped.
///
/// Shapes: B batch, S video tokens, C latent channels, L text tokens, D width, T timesteps per sample (1, or
/// S: one per token).
namespace fw::families {

/// transformer/config.json. Defaults as in diffusers.
struct Ltx2TransformerConfig {
  int64_t in_channels = 128;
  int64_t out_channels = 128;
  int64_t num_attention_heads = 32;
  int64_t attention_head_dim = 128;
  int64_t num_layers = 48;
  int64_t caption_channels = 3840;
  double norm_eps = 1e-6;
  bool attention_bias = true;
  bool attention_out_bias = true;
  bool ff_bias = true;
  bool projects_captions = true;                 ///< 2.0: the text is projected here
  bool gated_attention = false;                  ///< since 2.3
  bool modulates_text = false;                   ///< since 2.3: cross-attention is modulated, too
  bool marks_keyframes = false;                  ///< since 2.5
  double longest_seconds = 20;                   ///< spanned by a quarter turn of the slowest angle
  double base_height = 2048, base_width = 2048;  ///< likewise, in pixels

  int64_t inner_dim() const { return num_attention_heads * attention_head_dim; }
  /// Rows of a block's table: shift, scale and gate of each layer that is modulated.
  int64_t table_rows() const { return modulates_text ? 9 : 6; }
  int64_t text_width() const { return projects_captions ? caption_channels : inner_dim(); }

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static Ltx2TransformerConfig from_json(const nlohmann::json& json);
};

/// Bounds of each token in seconds and pixels, in the order frame, row, column. A latent frame but the first
/// spans 8 frames.
/// @param frames, height, width  of the latents
/// @return  float32 [3, S, 2] on the CPU. Thread: any.
torch::Tensor ltx2_bounds(int64_t frames, int64_t height, int64_t width, double fps);

/// Bounds of tokens of a picture or clip that starts at a frame of its own: without the first frame's shift.
/// @param start  frame of the clip @param pixel_frames  1 for a picture
torch::Tensor ltx2_condition_bounds(int64_t frames, int64_t height, int64_t width, int64_t start,
                                    int64_t pixel_frames, double fps);

/// The rotary table of tokens at the middle of their bounds.
/// @param bounds  [3, S, 2] or [B, 3, S, 2]
nn::RotaryTable ltx2_video_rotary(const Ltx2TransformerConfig& config, const torch::Tensor& bounds,
                                  torch::Device device);

struct Ltx2TransformerInput {
  torch::Tensor hidden_states;          ///< [B, S, C]
  torch::Tensor encoder_hidden_states;  ///< [B, L, text_width], all valid
  torch::Tensor timestep;               ///< [B] or [B, S], 0 to 1000, may be fractional
  torch::Tensor sigma{};                ///< [B], noise level times 1000; undefined: `timestep`, [B]
  torch::Tensor keyframes{};            ///< [B, S, 1], above 0 for generated keyframes; undefined: none
  std::set<int64_t> skipped_blocks{};   ///< blocks whose self-attention passes its values on
};

class Ltx2Block : public nn::Module {
 public:
  Ltx2Block(const Ltx2TransformerConfig& config, const torch::TensorOptions& options);
  /// @param x           [B, S, D]
  /// @param context     [B, L, D]
  /// @param modulation  [B, T, rows D]
  /// @param of_text     [B, 1, 2 D], or undefined
  /// @return            [B, S, D], a new tensor
  torch::Tensor forward(const torch::Tensor& x, const torch::Tensor& context, const torch::Tensor& modulation,
                        const torch::Tensor& of_text, const nn::RotaryTable& rotary,
                        const nn::SharedTokens& tokens, bool skips) const;

 private:
  double norm_eps_;
  torch::Tensor scale_shift_table_;         // [6 or 9, D]
  torch::Tensor prompt_scale_shift_table_;  // [2, D], or undefined
  Ltx2Attention attn1_, attn2_;
  nn::FeedForward ff_;
};

class Ltx2Transformer : public VideoTransformer {
 public:
  Ltx2Transformer(const Ltx2TransformerConfig& config, const torch::TensorOptions& options);

  /// Predicts the flow's velocity, noise - x. Differentiable in its inputs and weights.
  /// @param rotary  for this input's tokens
  /// @param runner  runs each block; its inputs are x, the text, the modulation and, since 2.3, the text's
  /// @return        [B, S, out_channels]
  /// Thread: one at a time. Cost: 28 S D^2 + 4 S^2 D FLOP per layer and sample.
  torch::Tensor forward(const Ltx2TransformerInput& input, const nn::RotaryTable& rotary,
                        const nn::BlockRunner& runner = {});

  std::vector<std::string> block_lists() const override { return {"transformer_blocks"}; }
  int64_t block_count() const override { return config_.num_layers; }
  const Ltx2TransformerConfig& config() const { return config_; }

 private:
  Ltx2TransformerConfig config_;
  torch::Tensor scale_shift_table_;            // [2, D]
  torch::Tensor keyframes_abs_pos_embedding_;  // [1, D], or undefined
  nn::Linear proj_in_;
  LtxTimestepModulation time_embed_;
  std::optional<LtxTimestepModulation> prompt_adaln_;
  std::optional<LtxCaptionProjection> caption_projection_;
  nn::ModuleList<Ltx2Block> transformer_blocks_;
  nn::Linear proj_out_;
};

}  // namespace fw::families
