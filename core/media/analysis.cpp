// SPDX-License-Identifier: Apache-2.0
#include "media/analysis.h"

#include <algorithm>
#include <cmath>

#include "base/paths.h"
#include "media/convert.h"
#include "media/errors.h"
#include "media/pixel_budget.h"
#include "media/thumbnails.h"

namespace fw::media {

namespace {

constexpr int quality_side = 512;
constexpr Size scene_size{48, 27};

Size quality_size(Size shown) {
  const double factor =
      std::min(1.0, static_cast<double>(quality_side) / std::max(shown.width, shown.height));
  return {std::max(1, static_cast<int>(std::lround(shown.width * factor))),
          std::max(1, static_cast<int>(std::lround(shown.height * factor)))};
}

}  // namespace

ClipAnalysis analyse(ClipReader& reader, const AnalysisOptions& options) {
  const int64_t in = options.in;
  const int64_t out = options.out < 0 ? reader.frames() : options.out;
  if (in < 0 || in >= out || out > reader.frames())
    throw Error(bad_sample, {{"file", to_utf8(reader.file())}, {"reason", "the cut holds no frame"}});

  const PixelClaim claim(reader, options.stop);
  QualityMeter meter;
  SceneDetector scenes(options.scenes);
  Converter to_quality, to_scene, to_hash;
  const std::vector<int64_t> moments = spread_frames(in, out, PerceptualHash::moments);
  ClipAnalysis analysis;
  Size size;
  for (int64_t number = in; number < out; ++number) {
    if (options.stop.stop_requested()) throw Cancelled();
    const VideoFrame frame = reader.read(number);
    if (number == in) size = quality_size(frame.shown_size());
    meter.add(to_quality.to_luma(frame, size), frame.time_s());
    scenes.add(number, to_scene.to_rgb(frame, {.size = scene_size}));
    // A clip with fewer frames than moments uses some frames more than once.
    for (size_t i = 0; i < analysis.hash.bits.size(); ++i) {
      if (moments[i * moments.size() / analysis.hash.bits.size()] == number)
        analysis.hash.bits[i] = hash_picture(to_hash.to_luma(frame, {hash_side, hash_side}));
    }
    if (options.on_frame) options.on_frame(number - in + 1, out - in);
  }
  analysis.quality = meter.figures(reader.time_s(out));
  analysis.cuts = scenes.cuts();
  return analysis;
}

}  // namespace fw::media
