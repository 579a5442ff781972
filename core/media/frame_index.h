// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <vector>

#include "base/error.h"
#include "media/frame.h"

namespace fw::media {

namespace libav {
class Decoder;
}

/// How to count the frames of a file.
enum class CountBy {
  packets,   ///< by reading the packets, one per frame; decodes if that is unsafe
  decoding,  ///< by decoding every frame, on one thread: finds damage
};

/// Positions of all frames of a file, built by reading the file once.
struct FrameIndex {
  std::vector<int64_t> pts;      ///< of each frame in display order, in ticks, strictly ascending
  std::vector<int64_t> keys;     ///< pts of the packets at which decoding can start, ascending
  std::vector<int64_t> damaged;  ///< numbers of partly decoded frames, ascending
  int64_t last_duration = 0;     ///< of the last frame, in ticks
  double tick_s = 0;
  /// False if the file does not store usable times: frames are then located by counting from the first one.
  bool has_times = true;
  bool starts_with_key = false;  ///< keys.front() is the file's first packet
  Presentation presentation;
  std::vector<Fault> warnings;  ///< media.truncated, media.damaged

  int64_t frames() const { return static_cast<int64_t>(pts.size()); }
  /// Time since the first frame; frames() returns the end of the last one.
  double time_s(int64_t frame) const;
  bool is_damaged(int64_t frame) const;
};

/// @throws fw::Error for any problem with opening the file (errors.h), media.no_frames; fw::Cancelled
/// Thread: any. Cost: reads the file once; decodes it if requested or if packets and frames may differ
/// (interlaced, truncated, transport streams, AVI and other formats without a time for each frame).
FrameIndex index_frames(const std::filesystem::path& file, CountBy count_by, std::stop_token stop);
/// Uses a decoder at its first packet, and leaves it at any position. Internal to core/media.
FrameIndex index_frames(libav::Decoder& decoder, CountBy count_by, const std::stop_token& stop);

}  // namespace fw::media
