// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "media/sample.h"

namespace fw::media {

/// Describes a clip's content in numbers that a person would use, too: its colours, where things move, and
/// the number, size and shape of objects that differ from the background. Clips with the same caption get
/// similar descriptors without being equal pixel by pixel. Each part sums to 1.
struct ClipDescriptor {
  static constexpr size_t hue_bins = 12, grey_bins = 4, direction_bins = 8, area_bins = 6, form_bins = 5;

  std::array<double, hue_bins + grey_bins> colours{};  ///< share of the pixels
  /// Share of the frame's blocks, over pairs of frames; the last bin counts blocks that do not move.
  std::array<double, direction_bins + 1> motion{};
  std::array<double, 4> count{};  ///< share of the frames with none, one, two, or more objects
  std::array<double, area_bins>
      areas{};  ///< of the objects, by share of the frame: below 1 %, 2, 4, 8, 16, more
  std::array<double, form_bins> forms{};  ///< of the objects, by how much of their bounding box they fill
};

/// Describes a clip of at least two frames of at least 16x16 pixels. Cost: a few milliseconds for 9x64x96.
/// Thread: any.
ClipDescriptor describe(const Sample& clip);

/// 0 for equal descriptors to 1 for disjoint ones: half the sum of absolute differences of each part,
/// averaged over the parts.
double distance(const ClipDescriptor& a, const ClipDescriptor& b);

}  // namespace fw::media
