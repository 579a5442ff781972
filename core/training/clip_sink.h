// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <functional>

#include "catalog/bucket.h"
#include "engine_api/clip_recipe.h"
#include "families/family.h"

namespace fw::training {

/// Between a validation and the files of pictures and clips, whose formats training does not know. Thread:
/// the training thread.
class ClipSink {
 public:
  virtual ~ClipSink() = default;
  /// A first frame, cropped in the middle to the clip's aspect.
  /// @return [1, 3, H, W] float32 in 0..1 @throws fw::Error when it cannot be read
  virtual torch::Tensor read_picture(const std::filesystem::path& file, const catalog::Bucket& size) = 0;
  /// Writes a clip, in the place of an older one: a resumed run may make it again.
  /// @param recipe  kept in its metadata
  /// @param make    hands over the frames as it makes them: [t, H, W, 3] in 0..1 on the CPU. What it throws
  ///                comes back, and the older clip stays.
  virtual void write_clip(const std::filesystem::path& file, double fps, const engine_api::ClipRecipe& recipe,
                          const std::function<void(const families::FrameSink& sink)>& make) = 0;
};

}  // namespace fw::training
