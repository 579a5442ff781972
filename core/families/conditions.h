// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <vector>

#include "encoders/image_encoder.h"
#include "encoders/text_encoders.h"

/// Conditions of a clip: text, pictures, other clips. Shapes: B batch, L tokens of text, D width, C latent
/// channels, h w latent height and width.
namespace fw::families {

using encoders::ImageEncoder;
using encoders::TextCondition;

/// A picture, or several frames, with its position in the generated clip.
struct Condition {
  torch::Tensor pixels;     ///< [n, 3, H, W] in 0..1: n frames
  int64_t frame_index = 0;  ///< of the first frame; -1: aligned with the end of the clip
  double strength = 1;      ///< 1: kept exactly, 0: ignored
};

/// A Condition encoded as latents.
struct LatentCondition {
  torch::Tensor latents;    ///< [B, C, n, h, w] float32, in the transformer's scale
  int64_t frame_index = 0;  ///< as in Condition
  double strength = 1;
};

/// Image conditions in the form that a network takes.
struct ImageCondition {
  std::vector<LatentCondition> latents;
  torch::Tensor embeds;  ///< [B, tokens, D] of the image encoder; undefined: none
};

}  // namespace fw::families
