// SPDX-License-Identifier: Apache-2.0
#include "media/thumbnails.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "media/convert.h"
#include "media/pixel_budget.h"

namespace fw::media {

namespace {

Size scaled(Size size, double factor) {
  factor = std::min(factor, 1.0);
  return {std::max(1, static_cast<int>(std::lround(size.width * factor))),
          std::max(1, static_cast<int>(std::lround(size.height * factor)))};
}

}  // namespace

RgbImage thumbnail(ClipReader& reader, int64_t frame, int longest_side) {
  const PixelClaim claim(reader);
  const VideoFrame decoded = reader.read(frame);
  const Size shown = decoded.shown_size();
  const double factor = static_cast<double>(longest_side) / std::max(shown.width, shown.height);
  return Converter().to_rgb(decoded, {.size = scaled(shown, factor)});
}

std::vector<int64_t> spread_frames(int64_t in, int64_t out, int count) {
  std::vector<int64_t> frames;
  const int64_t length = out - in;
  const int64_t parts = std::min<int64_t>(count, length);
  for (int64_t i = 0; i < parts; ++i) frames.push_back(in + (2 * i + 1) * length / (2 * parts));
  return frames;
}

RgbImage filmstrip(ClipReader& reader, int64_t in, int64_t out, int count, int height, std::stop_token stop) {
  const std::vector<int64_t> frames = spread_frames(in, out, count);
  const PixelClaim claim(reader, stop);
  RgbImage strip;
  Converter converter;
  for (size_t i = 0; i < frames.size(); ++i) {
    if (stop.stop_requested()) throw Cancelled();
    const VideoFrame decoded = reader.read(frames[i]);
    const Size shown = decoded.shown_size();
    if (i == 0) {
      const Size tile = scaled(shown, static_cast<double>(height) / shown.height);
      strip = RgbImage(tile.width * static_cast<int>(frames.size()), tile.height);
    }
    const int width = strip.width / static_cast<int>(frames.size());
    const RgbImage tile = converter.to_rgb(decoded, {.size = {width, strip.height}});
    for (int y = 0; y < tile.height; ++y)
      std::copy_n(tile.row(y), static_cast<size_t>(width) * 3,
                  strip.row(y) + static_cast<ptrdiff_t>(i) * width * 3);
  }
  return strip;
}

}  // namespace fw::media
