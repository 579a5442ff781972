// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stop_token>

#include "media/frame.h"
#include "media/frame_index.h"

namespace fw::media {

namespace libav {
class Input;
}

struct ReaderOptions {
  CountBy count_by = CountBy::packets;
  int threads = 0;            ///< of the decoder; 0: one per core. More threads decode further ahead.
  std::stop_token stop = {};  ///< cancels building the index
};

/// Reads frames of a video or picture by number, exact for constant and variable frame rates and in any
/// order. Continues from the last frame if that is closer than the preceding key frame; otherwise seeks to
/// the key frame and decodes from there. Frames are returned as coded: fields, orientation and sample aspect
/// are left to convert.h. Thread: one at a time. Memory: the decoder's frames and 8 bytes per frame of the
/// file.
class ClipReader {
 public:
  /// @throws fw::Error for any problem with opening the file (errors.h); fw::Cancelled
  explicit ClipReader(const std::filesystem::path& file, const ReaderOptions& options = {});
  /// Uses an index built earlier from the same, unchanged file.
  ClipReader(const std::filesystem::path& file, FrameIndex index, int threads = 0);
  ~ClipReader();
  ClipReader(ClipReader&&) noexcept;
  ClipReader& operator=(ClipReader&&) noexcept;

  const std::filesystem::path& file() const;
  const FrameIndex& index() const;
  int64_t frames() const { return index().frames(); }
  /// Time since the first frame. @param frame  0..frames(); the last value returns the end of the clip
  double time_s(int64_t frame) const { return index().time_s(frame); }

  /// @param frame  0..frames()-1
  /// @throws fw::Error media.frame_out_of_range; media.decode_failed, which gives the time; media.unreadable
  /// Cost: one decoded frame when reading in order; up to a group of pictures after a jump.
  VideoFrame read(int64_t frame);

  /// Internal to core/media.
  const libav::Input& input() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fw::media
