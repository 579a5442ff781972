// SPDX-License-Identifier: Apache-2.0
#include "engine/clip_files.h"

namespace fw::engine {

/// Such a build cannot make clips; its plans treat every condition as a picture.
int64_t count_frames(const std::filesystem::path&, double) {
  return 1;
}

std::unique_ptr<training::ClipSink> make_clip_sink() {
  return nullptr;
}

}  // namespace fw::engine
