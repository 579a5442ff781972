// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "media/frame.h"

namespace fw::media {

/// Measurements by which a person or a filter can sort out clips; none of them is a verdict. Computed on the
/// displayed luma of each frame, with its longer side at most 512 pixels, so that clips of different sizes
/// are comparable.
struct QualityFigures {
  double brightness = 0;  ///< mean luma, 0 (black) .. 1 (white); below about 0.1 is a dark clip
  double black_share = 0;       ///< share of frames with 98 % of the pixels darker than a tenth of white
  double frozen_share = 0;      ///< share of the transitions between frames in which nothing changes
  double longest_freeze_s = 0;  ///< longest time without any change
  double motion = 0;            ///< mean change of a pixel between frames, 0..1
  /// Bars that are black throughout the clip, as shares of the height or width; all 0 for a black clip.
  double bar_top = 0, bar_bottom = 0, bar_left = 0, bar_right = 0;
  /// Variance of the Laplacian of the luma (0..255), median over the frames: decreases with blur and
  /// compression; hundreds for sharp footage; below about 40 little detail is left.
  double sharpness = 0;
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(QualityFigures, brightness, black_share, frozen_share, longest_freeze_s,
                                   motion, bar_top, bar_bottom, bar_left, bar_right, sharpness)

/// Thread: one at a time.
class QualityMeter {
 public:
  /// Adds frames in order, all of one size, at least 1x1. @param time_s  when the frame is shown
  void add(const LumaImage& luma, double time_s);
  /// @param end_s  end time of the last frame
  QualityFigures figures(double end_s) const;

 private:
  void add_bars(const LumaImage& luma);
  void add_change(const LumaImage& luma, double time_s);

  int64_t frames_ = 0;
  int64_t black_ = 0;
  int64_t frozen_ = 0;
  double brightness_sum_ = 0;
  double change_sum_ = 0;
  double freeze_start_s_ = 0;
  double longest_freeze_s_ = 0;
  bool in_freeze_ = false;
  std::vector<double> sharpness_;
  std::vector<double> brightest_rows_, brightest_columns_;  // mean of each, the maximum over all frames
  LumaImage last_;
};

}  // namespace fw::media
