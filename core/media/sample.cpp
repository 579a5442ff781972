// SPDX-License-Identifier: Apache-2.0
#include "media/sample.h"

#include <algorithm>

#include "base/log.h"
#include "base/paths.h"
#include "media/errors.h"
#include "media/libav.h"
#include "media/pixel_budget.h"

namespace fw::media {

namespace {

constexpr double most_sample_bytes = 8.0 * (1 << 30);

std::vector<int64_t> chosen_frames(const ClipReader& reader, const SampleSpec& spec) {
  const std::string name = to_utf8(reader.file());
  if (spec.frames <= 0 || spec.size.width <= 0 || spec.size.height <= 0 || spec.first < 0)
    throw Error(bad_sample, {{"file", name},
                             {"reason", fmt::format("{}x{}x{} from frame {} is no sample", spec.frames,
                                                    spec.size.height, spec.size.width, spec.first)}});
  const double bytes = 3.0 * spec.frames * spec.size.width * spec.size.height;
  if (bytes > most_sample_bytes || !is_frame_rate(spec.cut.fps))
    throw Error(bad_sample,
                {{"file", name},
                 {"reason", fmt::format("{}x{}x{} at {:g} frames a second is too much", spec.frames,
                                        spec.size.height, spec.size.width, spec.cut.fps)}});
  std::vector<int64_t> all = resample(reader.index(), spec.cut);
  const int64_t available = std::max<int64_t>(0, static_cast<int64_t>(all.size()) - spec.first);
  if (available < spec.frames)
    throw Error(too_short, {{"file", name},
                            {"available", available},
                            {"fps", spec.cut.fps > 0 ? fmt::format("{:g}", spec.cut.fps) : "its own"},
                            {"needed", spec.frames}});
  const auto begin = all.begin() + spec.first;
  return {begin, begin + spec.frames};
}

}  // namespace

RgbImage Sample::frame(int number) const {
  RgbImage image(size.width, size.height);
  const auto begin = rgb.begin() + static_cast<std::ptrdiff_t>(image.pixels.size()) * number;
  std::copy_n(begin, image.pixels.size(), image.pixels.begin());
  return image;
}

Sample read_sample(ClipReader& reader, const SampleSpec& spec, std::stop_token stop) {
  Sample sample{spec.frames, spec.size, {}, chosen_frames(reader, spec)};
  const PixelClaim claim(reader, stop);
  const size_t frame_bytes = RgbImage(spec.size.width, spec.size.height).pixels.size();
  sample.rgb.resize(frame_bytes * static_cast<size_t>(spec.frames));
  Converter converter;
  for (size_t i = 0; i < sample.source_frames.size(); ++i) {
    if (stop.stop_requested()) throw Cancelled();
    const std::span<uint8_t> target(sample.rgb.data() + i * frame_bytes, frame_bytes);
    if (i > 0 && sample.source_frames[i] == sample.source_frames[i - 1]) {
      std::copy_n(target.data() - frame_bytes, frame_bytes, target.data());
      continue;
    }
    const VideoFrame frame = reader.read(sample.source_frames[i]);
    if (frame.damaged())
      throw Error(frame_damaged, {{"file", to_utf8(reader.file())},
                                  {"second", libav::seconds_text(frame.time_s())},
                                  {"frame", frame.number()}});
    const Size shown = frame.shown_size();
    const Rect within = spec.crop.value_or(Rect{0, 0, shown.width, shown.height});
    converter.to_rgb(frame, {centre_crop(within, spec.size), spec.size, spec.filter}, target);
  }
  return sample;
}

Sample read_sample(const std::filesystem::path& file, const SampleSpec& spec, int decoder_threads,
                   std::stop_token stop) {
  ClipReader reader(file, {.threads = decoder_threads, .stop = stop});
  return read_sample(reader, spec, stop);
}

}  // namespace fw::media
