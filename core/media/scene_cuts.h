// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "media/frame.h"

namespace fw::media {

/// When the change from one frame to the next is taken for a cut. The defaults are those that
/// content-adaptive detectors agree on: the change must stand out from its neighbours, so that pans and
/// flashes are none.
struct SceneOptions {
  double least_change = 12;   ///< mean change of a channel, 0..255, below which nothing is a cut
  double stands_out = 3;      ///< how many times the mean change of the two steps before and the two after
  int64_t least_frames = 12;  ///< shortest scene; of two cuts closer than that the stronger one stays
};

struct SceneCut {
  int64_t frame = 0;  ///< first frame of the new scene
  double change = 0;  ///< mean change of a channel, 0..255
  bool operator==(const SceneCut&) const = default;
};

/// Collects the change from frame to frame and proposes cuts. Hard cuts only: a slow dissolve has no frame at
/// which it happens. Thread: one at a time.
class SceneDetector {
 public:
  explicit SceneDetector(SceneOptions options = {}) : options_(options) {}
  /// Small pictures of the frames one after the other, all of one size.
  /// @param number  of the frame in its file
  void add(int64_t number, const RgbImage& small);
  std::vector<SceneCut> cuts() const;

 private:
  bool stands_out(size_t step) const;

  SceneOptions options_;
  RgbImage last_;
  std::vector<SceneCut> steps_;  // each frame but the first with its change
};

}  // namespace fw::media
