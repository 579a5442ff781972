// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "media/frame.h"

namespace fw::media {

/// A picture in its own palette of at most 256 colours, as in GIF.
struct PaletteImage {
  std::array<uint32_t, 256> palette{};  ///< 0xffRRGGBB
  std::vector<uint8_t> indices;         ///< [height, width]
};

/// Chooses colours by median cut (Heckbert 1982); uses an ordered dither, which is stable from frame to
/// frame.
/// Thread: any. Cost: about 10 ms plus 1 ns per pixel.
PaletteImage to_palette(const RgbImage& image);

}  // namespace fw::media
