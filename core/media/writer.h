// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "media/frame.h"

namespace fw::media {

enum class ClipFormat {
  h264_mp4,        ///< yuv420p, BT.709, index first (faststart): plays everywhere
  gif,             ///< 256 colours, chosen from the first frames for the whole clip
  webp_animation,  ///< lossless, one file; FFmpeg 5.1 writes but does not read it
  png_frames,      ///< a folder of lossless pictures 000000.png, 000001.png, …
  webp_frames,     ///< like png_frames, as lossless WebP: smaller, slower
};

/// A clip's sound from its first frame on. In an MP4 it is AAC; other formats have none.
struct Sound {
  int rate = 0;  ///< samples per second
  int channels = 0;
  std::vector<float> samples;  ///< -1..1, one channel after the other; empty: no sound
};

struct WriterOptions {
  ClipFormat format = ClipFormat::h264_mp4;
  Rational fps{24, 1};
  int crf = 17;                   ///< for H.264: 0 (lossless in its 4:2:0) .. 51; 17 is visually lossless
  std::string preset = "medium";  ///< for x264: ultrafast .. placebo
  /// Stored with the clip, e.g. the recipe of a generated one: in the MP4's metadata, where probe() finds it;
  /// for other formats in a JSON file next to it (`clip.gif.json`, `metadata.json` in a folder of pictures).
  std::map<std::string, std::string> metadata;
  Sound sound;                           ///< cut to the clip's length
  Existing existing = Existing::refuse;  ///< for the clip and its JSON file; a folder is never replaced
};

/// Checks that a clip of this size and rate can be written, before the frames are made.
/// @throws fw::Error media.bad_output: odd width or height for H.264, a rate or size that is not possible
void check_clip_options(const std::filesystem::path& target, Size size, const WriterOptions& options);

/// Writes RGB frames to a clip. The clip appears atomically under its name at finish(); a writer destroyed
/// earlier leaves nothing behind. Thread: one at a time.
class ClipWriter {
 public:
  /// @param target  a file, or the folder of a picture sequence (missing or empty)
  /// @throws fw::Error as check_clip_options; base.file_exists, base.folder_not_empty
  ClipWriter(std::filesystem::path target, Size size, WriterOptions options = {});
  ~ClipWriter();
  ClipWriter(const ClipWriter&) = delete;
  ClipWriter& operator=(const ClipWriter&) = delete;

  /// @param image  of the writer's size. @throws fw::Error media.encode_failed, base.write_failed (disk full)
  void write(const RgbImage& image);
  /// @throws as write(); media.bad_output if no frame was written
  void finish();

  class Sink;

 private:
  std::unique_ptr<Sink> sink_;
};

}  // namespace fw::media
