// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/hunyuan_video/transformer.h"

/// The transformer of FramePack (Zhang and Agrawala 2025, arXiv 2504.12626): HunyuanVideo's, which sees one
/// window of the clip at a time together with clean frames: a few at full size, more of them compressed
/// twofold along each axis, most of them fourfold; and the embedding of a picture.
///
/// Shapes: B batch, C channels, F latent frames, h w latent height and width.
namespace fw::families {

/// transformer/config.json.
struct FramePackTransformerConfig : HunyuanTransformerConfig {
  int64_t image_proj_dim = 1152;

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static FramePackTransformerConfig from_json(const nlohmann::json& json);
};

/// One value for the window and one for each history.
template <class T>
struct FramePackParts {
  T window, clean, history_2x, history_4x;
};

/// Positions of latent frames in time, in the order in which the network takes them.
using FramePackPlaces = FramePackParts<std::vector<double>>;

/// Angles of all tokens: histories, window, and zeros for the tokens of pictures and text. Compressed frames
/// use the means of their cosines and sines.
nn::RotaryTable framepack_rotary(const FramePackTransformerConfig& config, const FramePackPlaces& places,
                                 int64_t height, int64_t width, int64_t text, torch::Device device);

struct FramePackTransformerInput : HunyuanTransformerInput {
  torch::Tensor latents_clean{};  ///< [B, C, F, h, w], as below; any number of frames
  torch::Tensor latents_history_2x{};
  torch::Tensor latents_history_4x{};
  torch::Tensor image_embeds{};  ///< [B, tokens, image_proj_dim]
};

class FramePackTransformer : public HunyuanTransformer {
 public:
  FramePackTransformer(const FramePackTransformerConfig& config, const torch::TensorOptions& options);

  /// @param rotary  framepack_rotary() of these sizes, for at least as many tokens of picture and text
  /// @return        [B, out_channels, F, h, w] of the window
  torch::Tensor forward(const FramePackTransformerInput& input, const nn::RotaryTable& rotary,
                        const nn::BlockRunner& runner = {});

  const FramePackTransformerConfig& config() const { return framepack_config_; }

 private:
  FramePackTransformerConfig framepack_config_;
  nn::Convolution clean_, clean_2x_, clean_4x_;
  nn::Linear image_up_, image_down_;
};

}  // namespace fw::families
