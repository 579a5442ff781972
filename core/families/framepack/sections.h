// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "families/framepack/transformer.h"

/// FramePack generates a clip in sections: the first latent frame is the picture's, followed by sections of
/// `window` latent frames each. The sections that exist already are the history; training takes it from the
/// clip. Shapes: B batch, C channels, F latent frames, h w latent height and width.
namespace fw::families {

/// Order in which sections are generated.
enum class FramePackOrder {
  inverted,  ///< last first; each sees those after it (section 3.3, "inverted anti-drifting")
  vanilla    ///< first first; each sees those before it
};
/// @param word  "inverted_anti_drifting" or "vanilla"
FramePackOrder framepack_order(std::string_view word);

/// Number of whole sections in a clip, at least one. @param frames  latent frames
int64_t framepack_sections(int64_t frames, int64_t window);

/// Positions in time of the frames of section `section` of `sections`, counted from the clip's start, and of
/// the frames that it sees. The distance to the start is limited to three windows.
FramePackPlaces framepack_places(FramePackOrder order, int64_t window, int64_t section, int64_t sections);

/// The clean frames that the network sees besides the window; `window` is left undefined.
/// @param start    [B, C, 1, h, w] of the picture
/// @param history  [B, C, n, h, w]: frames after the window, or before it with vanilla. Only the nearest
///                 are used; missing ones are 0. Undefined: none.
FramePackParts<torch::Tensor> framepack_history(FramePackOrder order, const torch::Tensor& start,
                                                const torch::Tensor& history);

}  // namespace fw::families
