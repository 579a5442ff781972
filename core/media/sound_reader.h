// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>

#include "media/frame_index.h"
#include "media/writer.h"

namespace fw::media {

/// The sound of a part of a clip.
struct SoundSpec {
  double from_s = 0;    ///< since the video's first frame
  double length_s = 0;  ///< in the file
  double seconds = 0;   ///< that it plays; unlike `length_s`, it is sped up or slowed down like its pictures
  int rate = 0;         ///< samples per second of the result
};

/// Reads it from any format that FFmpeg decodes, in stereo, resampled: a mono track plays on both channels,
/// and those with more channels are mixed down. Where the track is silent, has not begun or has ended, the
/// samples are 0.
/// @param index  of the file's video
/// @return  seconds * rate samples for each channel; nullopt if the file has no sound
/// @throws fw::Error as opening the file; media.sound_unreadable; fw::Cancelled
/// Thread: any. Memory: the part, at the track's rate. Cost: decodes the part, and what lies between it and
/// the last place before it at which reading can begin.
std::optional<Sound> read_sound(const std::filesystem::path& file, const FrameIndex& index,
                                const SoundSpec& spec, const std::stop_token& stop = {});

}  // namespace fw::media
