// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <memory>

#include "base/atomic_file.h"
#include "catalog/bucket.h"
#include "training/clip_sink.h"

/// Between tensors and the files of clips.
namespace fw::engine {

/// The kind of clip that a file's name asks for is one that can be written.
/// @throws fw::Error engine.bad_out_format
void check_clip_name(const std::filesystem::path& out);
/// Its size and frame rate are possible in the format of its name. @throws fw::Error media.bad_output
void check_clip(const std::filesystem::path& out, double fps, const catalog::Bucket& size);
/// The clip can be written under its name: refused before the work, not after it. An empty folder is room for
/// pictures, and a filled one is never replaced. @throws fw::Error base.file_exists, base.folder_not_empty
void check_room_for_clip(const std::filesystem::path& out, Existing existing);

/// How many frames a picture (one) or a video is at this rate. @throws fw::Error media.*
int64_t count_frames(const std::filesystem::path& file, double fps);
/// The first so many of them, cropped in the middle to the clip's aspect.
/// @return [frames, 3, H, W] float32 in 0..1 @throws fw::Error media.*
torch::Tensor read_frames(const std::filesystem::path& file, double fps, int64_t frames,
                          const catalog::Bucket& size);
/// A clip's first image, cropped in the middle to the clip's aspect.
/// @return [1, 3, H, W] float32 in 0..1 @throws fw::Error media.*
torch::Tensor read_first_image(const std::filesystem::path& file, const catalog::Bucket& size);

/// Writes a clip while it is made: it is there, whole, with finish(). Thread: one at a time.
class ClipFile {
 public:
  /// @param recipe  everything the clip was made of: kept in its metadata
  /// @throws fw::Error engine.bad_out_format
  ClipFile(const std::filesystem::path& out, double fps, const engine_api::ClipRecipe& recipe,
           Existing existing);
  ~ClipFile();
  ClipFile(const ClipFile&) = delete;
  ClipFile& operator=(const ClipFile&) = delete;

  /// @param frames  [t, H, W, 3] in 0..1 on the CPU
  /// @throws fw::Error media.*, base.write_failed, base.file_exists
  void write(const torch::Tensor& frames);
  void finish();  ///< @throws as write()

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The files of a run's validation clips; null in a build without video formats.
std::unique_ptr<training::ClipSink> make_clip_sink();

}  // namespace fw::engine
