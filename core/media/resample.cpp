// SPDX-License-Identifier: Apache-2.0
#include "media/resample.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fw::media {

bool is_frame_rate(double fps) {
  return fps >= 0 && fps <= 1000;
}

int64_t resampled_count(double duration_s, double fps) {
  // A cut that ends exactly at a frame's time excludes that frame; `rounding`, in frames, absorbs rounding of
  // times.
  constexpr double rounding = 1e-3;
  constexpr double most = 1 << 26;  // 18 hours at 1000 per second
  const double count = std::ceil(duration_s * fps - rounding);
  return count > 0 ? static_cast<int64_t>(std::min(count, most)) : 0;  // 0 for NaN
}

std::vector<int64_t> resample(const FrameIndex& index, const Cut& cut) {
  const int64_t in = std::max<int64_t>(cut.in, 0);
  const int64_t out = cut.out < 0 ? index.frames() : std::min(cut.out, index.frames());
  if (in >= out) return {};
  if (cut.fps <= 0) {
    std::vector<int64_t> every(static_cast<size_t>(out - in));
    std::iota(every.begin(), every.end(), in);
    return every;
  }
  const double start_s = index.time_s(in);
  std::vector<int64_t> frames(static_cast<size_t>(resampled_count(index.time_s(out) - start_s, cut.fps)));
  // Half-way between two frames (30 to 8 fps), always takes the earlier one, regardless of the last bits.
  constexpr double tie_s = 1e-6;
  int64_t frame = in;
  for (size_t k = 0; k < frames.size(); ++k) {
    const double time_s = start_s + static_cast<double>(k) / cut.fps;
    while (frame + 1 < out && index.time_s(frame + 1) - time_s < time_s - index.time_s(frame) - tie_s)
      ++frame;
    frames[k] = frame;
  }
  return frames;
}

}  // namespace fw::media
