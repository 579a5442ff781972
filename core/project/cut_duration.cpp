// SPDX-License-Identifier: Apache-2.0
#include "project/cut_duration.h"

#include "media/frame_index.h"

namespace fw::project {

double cut_duration_s(const Project& project, const Source& source, int64_t in_frame, int64_t out_frame) {
  if (in_frame == 0 && out_frame == source.frames) return source.duration_s;
  if (source.is_variable_rate) {
    const media::FrameIndex index =
        media::index_frames(project.absolute_path(source.path), media::CountBy::packets, {});
    return index.time_s(out_frame) - index.time_s(in_frame);
  }
  return source.duration_s * static_cast<double>(out_frame - in_frame) / static_cast<double>(source.frames);
}

}  // namespace fw::project
