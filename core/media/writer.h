// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "base/atomic_file.h"
#include "media/frame.h"

namespace fw::media {

enum class ClipFormat {
  h264_mp4,        ///< yuv420p, BT.709, the index in front (faststart): plays everywhere
  gif,             ///< 256 colours, chosen for the clip as a whole from its first frames
  webp_animation,  ///< lossless, one file; FFmpeg 5.1 writes but does not read it
  png_frames,      ///< a folder of lossless pictures 000000.png, 000001.png, …
  webp_frames,     ///< the same as lossless WebP: smaller, slower
};

struct WriterOptions {
  ClipFormat format = ClipFormat::h264_mp4;
  Rational fps{24, 1};
  int crf = 17;                   ///< of H.264: 0 (lossless in its 4:2:0) .. 51; 17 is visually lossless
  std::string preset = "medium";  ///< of x264: ultrafast .. placebo
  /// Kept with the clip, e.g. the recipe of a generated one: in the MP4's metadata, where probe() finds it
  /// again; for the other formats in a JSON file beside it (`clip.gif.json`, `metadata.json` in a folder of
  /// pictures).
  std::map<std::string, std::string> metadata;
  Existing existing = Existing::refuse;  ///< of the file and of the one beside it; a folder is never replaced
};

/// That a clip of this size and rate can be written: for a check before the frames are made.
/// @throws fw::Error media.bad_output: odd width or height of H.264, a rate or size that is not possible
void check_clip_options(const std::filesystem::path& target, Size size, const WriterOptions& options);

/// Writes RGB frames to a clip. The clip appears under its name, whole, with finish(); a writer that is
/// destroyed before leaves nothing behind. Thread: one at a time.
class ClipWriter {
 public:
  /// @param target  a file, or the folder of a picture sequence (which must not exist, or be empty)
  /// @throws fw::Error as check_clip_options; base.file_exists, base.folder_not_empty
  ClipWriter(std::filesystem::path target, Size size, WriterOptions options = {});
  ~ClipWriter();
  ClipWriter(const ClipWriter&) = delete;
  ClipWriter& operator=(const ClipWriter&) = delete;

  /// @param image  of the writer's size. @throws fw::Error media.encode_failed, base.write_failed (disk full)
  void write(const RgbImage& image);
  /// @throws as write(); media.bad_output when no frame was written
  void finish();

  class Sink;

 private:
  std::unique_ptr<Sink> sink_;
};

}  // namespace fw::media
