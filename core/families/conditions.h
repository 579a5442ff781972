// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <vector>

#include "encoders/image_encoder.h"
#include "encoders/text_encoders.h"

/// What a clip is to agree with: a text, pictures, other clips. Shapes: B batch, L tokens of text, D width,
/// C latent channels, h w latent height and width.
namespace fw::families {

using encoders::ImageEncoder;
using encoders::TextCondition;

/// Pictures, or the frames of a clip, at their place in the clip that is made.
struct Condition {
  torch::Tensor pixels;     ///< [n, 3, H, W] in 0..1: n frames
  int64_t frame_index = 0;  ///< of the first of them; -1: they end where the clip does
  double strength = 1;      ///< 1: kept exactly, 0: no influence
};

/// A Condition as latents.
struct LatentCondition {
  torch::Tensor latents;    ///< [B, C, n, h, w] float32, in the transformer's scale
  int64_t frame_index = 0;  ///< as in Condition
  double strength = 1;
};

/// Conditions as a network takes them.
struct ImageCondition {
  std::vector<LatentCondition> latents;
  torch::Tensor embeds;  ///< [B, tokens, D] of the image encoder; undefined: none
};

}  // namespace fw::families
