// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "project/clips.h"

namespace fw::project {

/// Seconds from the beginning of frame `in_frame` to the end of the last frame before `out_frame`.
/// Cost: O(1) for constant frame rates; otherwise reads the file's index.
double cut_duration_s(const Project& project, const Source& source, int64_t in_frame, int64_t out_frame);

}  // namespace fw::project
