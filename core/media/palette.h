// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "media/frame.h"

namespace fw::media {

/// A picture in at most 256 colours of its own, as GIF has it.
struct PaletteImage {
  std::array<uint32_t, 256> palette{};  ///< 0xffRRGGBB
  std::vector<uint8_t> indices;         ///< [height, width]
};

/// Colours by median cut (Heckbert 1982); an ordered dither, which does not crawl from frame to frame.
/// Thread: any. Cost: about 10 ms and 1 ns a pixel.
PaletteImage to_palette(const RgbImage& image);

}  // namespace fw::media
