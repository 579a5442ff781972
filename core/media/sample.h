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

/// What a model is trained on: a cut of a clip at one rate, cropped and resized.
struct SampleSpec {
  Cut cut = {};
  int64_t first = 0;  ///< frame of the resampled cut at which the sample starts (long clips give several)
  int frames = 0;     ///< F
  Size size;          ///< W and H
  std::optional<Rect> crop =
      {};  ///< in shown pixels; nothing: the whole picture. In both cases the part with the
           ///< sample's aspect in its middle is taken, so nothing is stretched.
  Filter filter = Filter::area;
};

/// Packed RGB, 8 bits, full range: [F, H, W, 3]. A model's input is value / 127.5 - 1.
struct Sample {
  int frames = 0;
  Size size;
  std::vector<uint8_t> rgb;
  std::vector<int64_t> source_frames;  ///< the file's frame each one was made of: [F]

  RgbImage frame(int number) const;
};

/// @throws fw::Error media.too_short, media.bad_sample, media.frame_damaged (frames with concealed parts are
/// not
///         for training), media.decode_failed and what else reading has; fw::Cancelled
/// Thread: one at a time a reader. Memory: the sample. Cost: decoding from the key frame before the cut to
/// its end.
Sample read_sample(ClipReader& reader, const SampleSpec& spec, std::stop_token stop = {});
/// Opens the file for this one sample. @param decoder_threads  0: as many as there are cores
Sample read_sample(const std::filesystem::path& file, const SampleSpec& spec, int decoder_threads = 0,
                   std::stop_token stop = {});

}  // namespace fw::media
