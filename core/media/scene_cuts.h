// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "media/frame.h"

namespace fw::media {

/// When a change between frames counts as a cut. The defaults are those of common content-adaptive detectors:
/// the change must stand out from its neighbours, so that pans and flashes are not cuts.
struct SceneOptions {
  double least_change = 12;   ///< mean change of a channel, 0..255; smaller changes are never cuts
  double stands_out = 3;      ///< factor over the mean change of the two steps before and the two after
  int64_t least_frames = 12;  ///< shortest scene; of two closer cuts, the stronger one is kept
};

struct SceneCut {
  int64_t frame = 0;  ///< first frame of the new scene
  double change = 0;  ///< mean change of a channel, 0..255
  bool operator==(const SceneCut&) const = default;
};

/// Collects changes between frames and proposes cuts. Detects hard cuts only, since a slow dissolve does not
/// happen at a single frame. Thread: one at a time.
class SceneDetector {
 public:
  explicit SceneDetector(SceneOptions options = {}) : options_(options) {}
  /// Adds small versions of the frames in order, all of one size.
  /// @param number  of the frame in its file
  void add(int64_t number, const RgbImage& small);
  std::vector<SceneCut> cuts() const;

 private:
  bool stands_out(size_t step) const;

  SceneOptions options_;
  RgbImage last_;
  std::vector<SceneCut> steps_;  // every frame except the first, with its change
};

}  // namespace fw::media
