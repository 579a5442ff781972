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

/// How the frames of a file are counted.
enum class CountBy {
  packets,   ///< by reading the file's packets, each of which is a frame; where that is not sure, by decoding
  decoding,  ///< by decoding every frame, on one thread: finds damage
};

/// Where each frame of a file is: made once a file by reading it through.
struct FrameIndex {
  std::vector<int64_t> pts;      ///< of each frame in the order shown, in ticks, strictly rising
  std::vector<int64_t> keys;     ///< pts of the packets at which decoding can start, rising
  std::vector<int64_t> damaged;  ///< numbers of the frames that are decoded in part only, rising
  int64_t last_duration = 0;     ///< of the last frame, in ticks
  double tick_s = 0;
  /// False where the file keeps no usable times: frames are then found by counting from the first one.
  bool has_times = true;
  bool starts_with_key = false;  ///< keys.front() is the file's first packet
  Presentation presentation;
  std::vector<Fault> warnings;  ///< media.truncated, media.damaged

  int64_t frames() const { return static_cast<int64_t>(pts.size()); }
  /// Since the first frame; frames() gives the end of the last one.
  double time_s(int64_t frame) const;
  bool is_damaged(int64_t frame) const;
};

/// @throws fw::Error of any kind that opening has (errors.h), media.no_frames; fw::Cancelled
/// Thread: any. Cost: reads the file once; decodes it when asked or when packets and frames may differ
/// (interlaced, truncated, transport streams, AVI and other formats without a time for each frame).
FrameIndex index_frames(const std::filesystem::path& file, CountBy count_by, std::stop_token stop);
/// With a decoder that stands at the first packet; afterwards it stands anywhere. For the files of core/media
/// only.
FrameIndex index_frames(libav::Decoder& decoder, CountBy count_by, const std::stop_token& stop);

}  // namespace fw::media
