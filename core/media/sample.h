// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "media/clip_reader.h"
#include "media/convert.h"
#include "media/resample.h"

namespace fw::media {

/// A training sample: a cut of a clip at one frame rate, cropped and resized.
struct SampleSpec {
  Cut cut = {};
  int64_t first = 0;  ///< frame of the resampled cut at which the sample starts (long clips yield several)
  int frames = 0;     ///< F
  Size size;          ///< W and H
  std::optional<Rect> crop = {};  ///< in displayed pixels; nullopt: the whole picture. Its centered part with
                                  ///< the sample's aspect is used, so that nothing is stretched.
  Filter filter = Filter::area;
};

/// Packed RGB, 8 bits, full range: [F, H, W, 3]. The model's input is value / 127.5 - 1.
struct Sample {
  int frames = 0;
  Size size;
  std::vector<uint8_t> rgb;
  std::vector<int64_t> source_frames;  ///< source frame of each: [F]

  RgbImage frame(int number) const;
};

/// @throws fw::Error media.too_short, media.bad_sample, media.frame_damaged (concealed frames are not used
///   for training), media.decode_failed and other reading errors; fw::Cancelled
/// Thread: one call per reader at a time. Memory: the sample. Cost: decoding from the key frame before the
/// cut to its end.
Sample read_sample(ClipReader& reader, const SampleSpec& spec, std::stop_token stop = {});
/// Opens the file for a single sample. @param decoder_threads  0: one per core
Sample read_sample(const std::filesystem::path& file, const SampleSpec& spec, int decoder_threads = 0,
                   std::stop_token stop = {});

}  // namespace fw::media
