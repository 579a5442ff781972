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
  int threads = 0;  ///< of the decoder; 0: as many as there are cores. More threads decode ahead further.
  std::stop_token stop = {};  ///< ends the making of the index
};

/// Frames of a video or picture by number, exact for constant and variable frame rate and in any order. A
/// read goes on from the last one where that is nearer than the next key frame, otherwise it seeks to the key
/// frame before and decodes on. Frames come as coded: fields, orientation and sample aspect are left to
/// convert.h. Thread: one at a time. Memory: the decoder's frames and 8 bytes a frame of the file.
class ClipReader {
 public:
  /// @throws fw::Error of any kind that opening has (errors.h); fw::Cancelled
  explicit ClipReader(const std::filesystem::path& file, const ReaderOptions& options = {});
  /// With an index that was made before of the same, unchanged file.
  ClipReader(const std::filesystem::path& file, FrameIndex index, int threads = 0);
  ~ClipReader();
  ClipReader(ClipReader&&) noexcept;
  ClipReader& operator=(ClipReader&&) noexcept;

  const std::filesystem::path& file() const;
  const FrameIndex& index() const;
  int64_t frames() const { return index().frames(); }
  /// Since the first frame. @param frame  0..frames(); the last value gives the end of the clip
  double time_s(int64_t frame) const { return index().time_s(frame); }

  /// @param frame  0..frames()-1
  /// @throws fw::Error media.frame_out_of_range; media.decode_failed, which names the second;
  /// media.unreadable Cost: one decoded frame when read in order; up to a group of pictures after a jump.
  VideoFrame read(int64_t frame);

  /// For the files of core/media only.
  const libav::Input& input() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fw::media
