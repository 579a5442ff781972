// SPDX-License-Identifier: Apache-2.0
#include "engine/clip_files.h"

namespace fw::engine {

std::unique_ptr<training::ClipSink> make_clip_sink() {
  return nullptr;
}

}  // namespace fw::engine
