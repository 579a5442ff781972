// SPDX-License-Identifier: Apache-2.0
#include "project/cut_duration.h"

namespace fw::project {

double cut_duration_s(const Project&, const Source& source, int64_t in_frame, int64_t out_frame) {
  if (source.frames == 0) return 0;
  return source.duration_s * static_cast<double>(out_frame - in_frame) / static_cast<double>(source.frames);
}

}  // namespace fw::project
