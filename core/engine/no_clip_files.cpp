// SPDX-License-Identifier: Apache-2.0
#include "engine/clip_files.h"

namespace fw::engine {

/// No clip is made in such a build; a plan of one takes every condition for a picture.
int64_t count_frames(const std::filesystem::path&, double) {
  return 1;
}

std::unique_ptr<training::ClipSink> make_clip_sink() {
  return nullptr;
}

}  // namespace fw::engine
