// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "media/frame_index.h"

namespace fw::media {

/// A cut of a file: frames in..out-1, resampled to `fps`.
struct Cut {
  int64_t in = 0;
  int64_t out = -1;  ///< one past the last frame; -1: the end of the file
  double fps = 0;    ///< 0: every frame of the file once
};

/// True if the frame rate is valid: from 0, which keeps frames as they are, to 1000. Not NaN.
bool is_frame_rate(double fps);

/// Number of frames in a time span at a rate: those whose times, counted from its start, are within it. At
/// most 2^26 for any arguments.
int64_t resampled_count(double duration_s, double fps);

/// Source frame for each frame of the cut: the one with the nearest time, so that motion keeps its speed for
/// constant and variable rates; frames repeat if `fps` is above the file's.
/// @return frame numbers in the file, non-decreasing; empty if the cut is empty or outside the file
/// Thread: any. Cost: O(frames of the cut).
std::vector<int64_t> resample(const FrameIndex& index, const Cut& cut);

}  // namespace fw::media
