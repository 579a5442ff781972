// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "media/clip_reader.h"
#include "media/perceptual_hash.h"
#include "media/quality.h"
#include "media/scene_cuts.h"

namespace fw::media {

struct ClipAnalysis {
  QualityFigures quality;
  PerceptualHash hash;
  std::vector<SceneCut> cuts;
};

struct AnalysisOptions {
  int64_t in = 0;
  int64_t out = -1;  ///< one past the last frame; -1: the end of the file
  SceneOptions scenes = {};
  std::function<void(int64_t done, int64_t total)> on_frame = nullptr;  ///< progress; on the calling thread
  std::stop_token stop = {};
};

/// Measures a clip's pictures in one pass over its frames.
/// @throws what ClipReader::read throws; media.bad_sample if the cut is empty; fw::Cancelled
/// Thread: one call per reader at a time. Cost: decoding the cut plus about 1 ms per frame. Memory: constant.
ClipAnalysis analyse(ClipReader& reader, const AnalysisOptions& options = {});

}  // namespace fw::media
