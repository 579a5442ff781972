// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <functional>

#include "catalog/bucket.h"
#include "engine_api/clip_recipe.h"
#include "families/family.h"

namespace fw::training {

/// Receives the sound of a clip, before its first frame; never called for a silent one.
using SoundSink = std::function<void(const families::SoundWave& sound)>;

/// Reads pictures and writes clips for validation, so that training does not depend on media formats.
/// Thread: the training thread.
class ClipSink {
 public:
  virtual ~ClipSink() = default;
  /// Reads a first frame, center-cropped to the clip's aspect ratio.
  /// @return [1, 3, H, W] float32 in 0..1 @throws fw::Error when it cannot be read
  virtual torch::Tensor read_picture(const std::filesystem::path& file, const catalog::Bucket& size) = 0;
  /// Writes a clip and replaces an older one, because a resumed run may make it again.
  /// @param recipe  stored in its metadata
  /// @param make    passes the frames to `sink` as they are made, [t, H, W, 3] in 0..1 on the CPU, and the
  ///                sound, if there is any, to `sound`. If it throws, the exception propagates and the older
  ///                clip stays.
  virtual void write_clip(
      const std::filesystem::path& file, double fps, const engine_api::ClipRecipe& recipe,
      const std::function<void(const families::FrameSink& sink, const SoundSink& sound)>& make) = 0;
};

}  // namespace fw::training
