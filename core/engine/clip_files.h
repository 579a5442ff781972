// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <memory>

#include "base/atomic_file.h"
#include "catalog/bucket.h"
#include "training/clip_sink.h"

/// Conversion between tensors and clip files.
namespace fw::engine {

/// Checks that the kind of clip that a file name implies can be written.
/// @throws fw::Error engine.bad_out_format
void check_clip_name(const std::filesystem::path& out);
/// Checks that size and frame rate are possible in the format of the name. @throws fw::Error media.bad_output
void check_clip(const std::filesystem::path& out, double fps, const catalog::Bucket& size);
/// Checks before the work that the clip can be written under its name. An empty folder may receive pictures;
/// a filled one is never replaced. @throws fw::Error base.file_exists, base.folder_not_empty
void check_room_for_clip(const std::filesystem::path& out, Existing existing);

/// Number of frames of a picture (one) or of a video at this rate. @throws fw::Error media.*
int64_t count_frames(const std::filesystem::path& file, double fps);
/// The first `frames` frames, center-cropped to the clip's aspect ratio.
/// @return [frames, 3, H, W] float32 in 0..1 @throws fw::Error media.*
torch::Tensor read_frames(const std::filesystem::path& file, double fps, int64_t frames,
                          const catalog::Bucket& size);
/// A clip's first image, center-cropped to the clip's aspect ratio.
/// @return [1, 3, H, W] float32 in 0..1 @throws fw::Error media.*
torch::Tensor read_first_image(const std::filesystem::path& file, const catalog::Bucket& size);

/// Writes a clip incrementally; it appears atomically at finish(). Thread: one at a time.
class ClipFile {
 public:
  /// @param recipe  everything that determined the clip; stored in its metadata
  /// @throws fw::Error engine.bad_out_format
  ClipFile(const std::filesystem::path& out, double fps, const engine_api::ClipRecipe& recipe,
           Existing existing);
  ~ClipFile();
  ClipFile(const ClipFile&) = delete;
  ClipFile& operator=(const ClipFile&) = delete;

  /// Before the first frame. Only an MP4 has sound.
  void set_sound(const families::SoundWave& sound);
  /// @param frames  [t, H, W, 3] in 0..1 on the CPU
  /// @throws fw::Error media.*, base.write_failed, base.file_exists
  void write(const torch::Tensor& frames);
  void finish();  ///< @throws as write()

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Writes the validation clips of runs; null in a build without video formats.
std::unique_ptr<training::ClipSink> make_clip_sink();

}  // namespace fw::engine
