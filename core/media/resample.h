// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "media/frame_index.h"

namespace fw::media {

/// A cut of a file: frames in..out-1, shown at `fps`.
struct Cut {
  int64_t in = 0;
  int64_t out = -1;  ///< one past the last frame; -1: the end of the file
  double fps = 0;    ///< 0: every frame of the file once
};

/// Whether a frame rate may be asked for: from 0, each frame as it is, to 1000. Not NaN.
bool is_frame_rate(double fps);

/// How many frames a span of time gives at a rate: those whose time lies in it, counted from its start.
/// Never more than 2^26, whatever times and rate say.
int64_t resampled_count(double duration_s, double fps);

/// The file's frame for each frame of the cut: the one whose time is nearest, so that motion keeps its speed
/// for constant and variable rates alike; frames repeat when `fps` is above the file's.
/// @return numbers of the file's frames, never falling; empty when the cut is empty or outside the file
/// Thread: any. Cost: O(frames of the cut).
std::vector<int64_t> resample(const FrameIndex& index, const Cut& cut);

}  // namespace fw::media
