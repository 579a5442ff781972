// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "media/clip_reader.h"
#include "media/frame.h"

namespace fw::media {

/// One frame, upright and with square pixels, its longer side at most `longest_side`. Never enlarged.
/// @throws what ClipReader::read throws
RgbImage thumbnail(ClipReader& reader, int64_t frame, int longest_side = 256);

/// Frames evenly spread over in..out-1, arranged horizontally in a picture of the given height.
/// @param count  number of frames; fewer if the cut is shorter
/// @return [height, n * width, 3] @throws what ClipReader::read throws; fw::Cancelled
RgbImage filmstrip(ClipReader& reader, int64_t in, int64_t out, int count, int height = 96,
                   std::stop_token stop = {});

/// The middles of `count` equal parts of in..out-1, without duplicates, ascending.
std::vector<int64_t> spread_frames(int64_t in, int64_t out, int count);

}  // namespace fw::media
