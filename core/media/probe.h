// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/error.h"
#include "media/clip_reader.h"
#include "media/frame.h"

namespace fw::media {

struct AudioInfo {
  std::string codec;
  int sample_rate_hz = 0;
  int channels = 0;
};

/// Describes a file's content. Counts and times come from its packets or frames, never from its header.
struct ClipInfo {
  std::string container;  ///< FFmpeg's short name: "mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", "png_pipe"
  std::string codec;      ///< "h264", "hevc", "vp9", "av1", "prores", "png"
  std::string profile;    ///< of the codec; may be empty
  bool picture = false;   ///< a picture: one frame without duration
  Size size;              ///< as displayed: rotation and sample aspect applied
  Size coded_size;
  Presentation presentation;
  int64_t frames = 0;
  double duration_s = 0;       ///< from the first frame to the end of the last one
  Rational fps;                ///< exact for a constant rate (30000/1001), else the mean
  bool variable_rate = false;  ///< frames have different durations
  std::string pixel_format;    ///< "yuv420p10le"
  int bit_depth = 8;
  bool full_range = false;
  std::string matrix;  ///< "bt709"; "unknown" if the file names none: it is then read as BT.601
  std::string primaries;
  std::string transfer;  ///< "smpte2084" (PQ) and "arib-std-b67" (HLG) are HDR
  bool hdr = false;
  bool interlaced = false;
  bool has_alpha = false;  ///< transparency, which reading as RGB puts on black
  std::optional<AudioInfo> audio;
  int64_t file_bytes = 0;
  int64_t bits_per_s = 0;  ///< of the whole file over its duration
  std::map<std::string, std::string>
      metadata;                 ///< the container's metadata, e.g. the recipe of a generated clip
  std::vector<Fault> warnings;  ///< media.truncated, .damaged, .interlaced, .transparent, .hdr
};

void to_json(nlohmann::json& json, const ClipInfo& info);

/// @throws fw::Error for any problem with opening the file (errors.h), media.decode_failed; fw::Cancelled
/// Thread: any. Cost: reads the file once and decodes its first frame; CountBy::decoding decodes all of it.
ClipInfo probe(const std::filesystem::path& file, CountBy count_by = CountBy::packets,
               std::stop_token stop = {});
/// Probes an open file without reading it again. May move the reader.
ClipInfo probe(ClipReader& reader);

/// True if a file is a video by its content alone, whatever its name. False for pictures, sound, text, and
/// files that cannot be read. Thread: any. Cost: reads the file's first part.
bool is_video_content(const std::filesystem::path& file);

}  // namespace fw::media
