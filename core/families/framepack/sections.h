// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "families/framepack/transformer.h"

/// How FramePack makes a clip: its first latent frame is the picture's, and after it come sections of as many
/// latent frames as the window has. What of the other sections is there already is the history; training
/// takes it from the clip. Shapes: B batch, C channels, F latent frames, h w latent height and width.
namespace fw::families {

/// Which section is made first.
enum class FramePackOrder {
  inverted,  ///< the last one; each sees those behind it (section 3.3, "inverted anti-drifting")
  vanilla    ///< the first one; each sees those before it
};
/// @param word  "inverted_anti_drifting" or "vanilla"
FramePackOrder framepack_order(std::string_view word);

/// Whole sections of a clip, at least one. @param frames  latent ones
int64_t framepack_sections(int64_t frames, int64_t window);

/// Where the frames of section `section` of `sections`, counted from the clip's start, and those that it sees
/// stand in time. Of a section that is far from the start the distance is cut to three windows.
FramePackPlaces framepack_places(FramePackOrder order, int64_t window, int64_t section, int64_t sections);

/// What the network sees beside a window: `window` is left undefined.
/// @param start    [B, C, 1, h, w] of the picture
/// @param history  [B, C, n, h, w]: frames behind the window, or before it with vanilla. Those that are
///                 nearest count, those that are missing are 0. Undefined: none.
FramePackParts<torch::Tensor> framepack_history(FramePackOrder order, const torch::Tensor& start,
                                                const torch::Tensor& history);

}  // namespace fw::families
