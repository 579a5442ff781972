// SPDX-License-Identifier: Apache-2.0
#include "project/write_sample.h"

#include <cmath>

#include "base/paths.h"
#include "media/content_hash.h"
#include "media/convert.h"
#include "media/errors.h"
#include "media/image.h"
#include "media/pixel_budget.h"
#include "media/probe.h"
#include "media/resample.h"
#include "media/writer.h"

namespace fw::project {

namespace {

media::Rational rate_of(media::ClipReader& reader, double fps) {
  return fps > 0 ? media::Rational{std::llround(fps * 1001), 1001} : media::probe(reader).fps;
}

}  // namespace

void write_sample(const dataset::DatasetSample& sample, const std::filesystem::path& target, int crf,
                  const std::stop_token& stop, Existing existing) {
  media::refuse_changed(sample.source, sample.content_hash,
                        media::FileStamp{sample.source_bytes, sample.source_modified_ms}, stop);
  media::ClipReader reader(sample.source, {.threads = 1, .stop = stop});
  const media::PixelClaim claim(reader, stop);
  const std::vector<int64_t> frames =
      media::resample(reader.index(), {sample.source_in, sample.source_out, sample.fps});
  const media::Size size{static_cast<int>(sample.bucket.width), static_cast<int>(sample.bucket.height)};
  const media::View view{
      .crop = media::Rect{static_cast<int>(sample.crop.x), static_cast<int>(sample.crop.y),
                          static_cast<int>(sample.crop.width), static_cast<int>(sample.crop.height)},
      .size = size};
  media::Converter converter;
  const auto picture = [&](int64_t number) {
    const media::VideoFrame frame = reader.read(frames.at(static_cast<size_t>(sample.first_frame + number)));
    if (frame.damaged()) {
      throw Error(media::frame_damaged,
                  {{"file", to_utf8(sample.source)}, {"second", frame.time_s()}, {"frame", frame.number()}});
    }
    return converter.to_rgb(frame, view);
  };
  if (target.extension() == ".png") return media::write_image(target, picture(0), existing);
  media::ClipWriter writer(target, size,
                           {.fps = rate_of(reader, sample.fps), .crf = crf, .existing = existing});
  for (int64_t number = 0; number < sample.frame_count; ++number) {
    if (stop.stop_requested()) throw Cancelled();
    writer.write(picture(number));
  }
  writer.finish();
}

}  // namespace fw::project
