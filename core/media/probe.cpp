// SPDX-License-Identifier: Apache-2.0
#include "media/probe.h"

#include <algorithm>
#include <cmath>
#include <fstream>

#include "base/paths.h"
#include "media/errors.h"
#include "media/libav.h"

namespace fw::media {

namespace {

// The rate nearest to the measured one: a common rate, or the header's, which may be 60 or 19001/317 for
// 60000/1001.
Rational known_rate(double measured, const libav::Input& input) {
  constexpr double most_error = 1e-3, same = 1e-5;
  const auto whole = static_cast<int>(std::clamp(std::lround(measured * (1 + most_error / 2)), 1L, 100000L));
  AVRational nearest = av_d2q(measured, 100000);
  double least = most_error;
  for (const AVRational rate :
       {AVRational{whole, 1}, AVRational{whole * 1000, 1001}, input.video().r_frame_rate}) {
    const double error = rate.num > 0 && rate.den > 0 ? std::abs(av_q2d(rate) / measured - 1) : most_error;
    if (error + same < least) {
      nearest = rate;
      least = error;
    }
  }
  return {nearest.num, nearest.den};
}

// Containers round frame times to their tick, or store times that an earlier container rounded to
// milliseconds. A rate therefore counts as constant if all times are within that distance of a straight line;
// less at very high rates.
bool has_variable_rate(const FrameIndex& index) {
  if (index.frames() < 3) return false;
  const double first = static_cast<double>(index.pts.front());
  const double step =
      (static_cast<double>(index.pts.back()) - first) / static_cast<double>(index.frames() - 1);
  const double tolerance = std::min(1.01 * std::max(1.0, 0.001 / index.tick_s), step / 4);
  for (size_t i = 0; i < index.pts.size(); ++i) {
    if (std::abs(static_cast<double>(index.pts[i]) - first - step * static_cast<double>(i)) > tolerance)
      return true;
  }
  return false;
}

// For a constant rate: the slope of the best-fitting line, since each time is rounded.
double frame_step(const FrameIndex& index) {
  const double middle = static_cast<double>(index.frames() - 1) / 2;
  double products = 0, squares = 0;
  for (int64_t i = 0; i < index.frames(); ++i) {
    const double from_middle = static_cast<double>(i) - middle;
    products += from_middle * static_cast<double>(index.pts[static_cast<size_t>(i)] - index.pts.front());
    squares += from_middle * from_middle;
  }
  return products / squares * index.tick_s;
}

// Containers may contain any bytes; JSON and the window need UTF-8.
std::string as_utf8(const char* text) {
  using Json = nlohmann::json;
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

void fill_times(ClipInfo& info, const FrameIndex& index, const libav::Input& input) {
  info.frames = index.frames();
  info.variable_rate = has_variable_rate(index);
  if (info.picture) return;
  info.duration_s = index.time_s(index.frames());
  const double span_s = info.frames > 1 ? index.time_s(info.frames - 1) : info.duration_s;
  if (span_s <= 0) return;
  const double mean_step = span_s / static_cast<double>(std::max<int64_t>(info.frames - 1, 1));
  info.fps = known_rate(1 / (info.variable_rate || info.frames < 3 ? mean_step : frame_step(index)), input);
}

void fill_picture(ClipInfo& info, const VideoFrame& frame) {
  const AVFrame& av = frame.av();
  const auto text = [](const char* name) { return std::string(name != nullptr ? name : "unknown"); };
  info.coded_size = frame.coded_size();
  info.size = frame.shown_size();
  info.pixel_format = frame.pixel_format();
  info.bit_depth = frame.bit_depth();
  info.full_range = libav::is_full_range(av);
  info.matrix = text(av_color_space_name(av.colorspace));
  info.primaries = text(av_color_primaries_name(av.color_primaries));
  info.transfer = text(av_color_transfer_name(av.color_trc));
  info.hdr = av.color_trc == AVCOL_TRC_SMPTE2084 || av.color_trc == AVCOL_TRC_ARIB_STD_B67;
  info.interlaced = info.interlaced || av.interlaced_frame != 0;
  info.has_alpha = libav::has_alpha(av);
}

void warn_of_picture(ClipInfo& info, const VideoFrame& frame, const std::filesystem::path& file) {
  const std::initializer_list<Argument> arguments{{"file", to_utf8(file)}};
  if (info.interlaced) info.warnings.emplace_back(interlaced, arguments);
  if (libav::is_see_through(frame.av())) info.warnings.emplace_back(transparent, arguments);
  if (info.hdr) info.warnings.emplace_back(hdr, arguments);
}

void fill_file(ClipInfo& info, const libav::Input& input) {
  const AVFormatContext& format = input.format();
  const AVCodecParameters& video = *input.video().codecpar;
  info.interlaced = video.field_order > AV_FIELD_PROGRESSIVE;
  const char* profile = avcodec_profile_name(video.codec_id, video.profile);
  info.container = format.iformat->name;
  info.codec = avcodec_get_name(video.codec_id);
  info.profile = profile != nullptr ? profile : "";
  info.file_bytes = input.file_bytes();
  for (unsigned i = 0; i < format.nb_streams && !info.audio; ++i) {
    const AVCodecParameters& track = *format.streams[i]->codecpar;
    if (track.codec_type == AVMEDIA_TYPE_AUDIO)
      info.audio =
          AudioInfo{avcodec_get_name(track.codec_id), track.sample_rate, track.ch_layout.nb_channels};
  }
  for (AVDictionaryEntry* entry = nullptr;
       (entry = av_dict_get(format.metadata, "", entry, AV_DICT_IGNORE_SUFFIX)) != nullptr;)
    info.metadata[as_utf8(entry->key)] = as_utf8(entry->value);
}

}  // namespace

void to_json(nlohmann::json& json, const ClipInfo& info) {
  json = {{"container", info.container},
          {"codec", info.codec},
          {"profile", info.profile},
          {"picture", info.picture},
          {"width", info.size.width},
          {"height", info.size.height},
          {"coded_width", info.coded_size.width},
          {"coded_height", info.coded_size.height},
          {"rotation_degrees", info.presentation.rotation_degrees()},
          {"mirrored", info.presentation.mirrored()},
          {"sample_aspect",
           {info.presentation.sample_aspect.numerator, info.presentation.sample_aspect.denominator}},
          {"frames", info.frames},
          {"duration_s", info.duration_s},
          {"fps", {info.fps.numerator, info.fps.denominator}},
          {"variable_rate", info.variable_rate},
          {"pixel_format", info.pixel_format},
          {"bit_depth", info.bit_depth},
          {"full_range", info.full_range},
          {"matrix", info.matrix},
          {"primaries", info.primaries},
          {"transfer", info.transfer},
          {"hdr", info.hdr},
          {"interlaced", info.interlaced},
          {"has_alpha", info.has_alpha},
          {"audio", nullptr},
          {"file_bytes", info.file_bytes},
          {"bits_per_s", info.bits_per_s},
          {"metadata", info.metadata},
          {"warnings", info.warnings}};
  if (info.audio)
    json["audio"] = {{"codec", info.audio->codec},
                     {"sample_rate_hz", info.audio->sample_rate_hz},
                     {"channels", info.audio->channels}};
}

ClipInfo probe(const std::filesystem::path& file, CountBy count_by, std::stop_token stop) {
  // More threads would not pay off.
  ClipReader reader(file, {.count_by = count_by, .threads = 1, .stop = std::move(stop)});
  return probe(reader);
}

ClipInfo probe(ClipReader& reader) {
  const libav::Input& input = reader.input();
  ClipInfo info;
  fill_file(info, input);
  info.picture = input.is_picture() && reader.frames() == 1;
  info.presentation = reader.index().presentation;
  info.warnings = reader.index().warnings;
  fill_times(info, reader.index(), input);
  const VideoFrame first = reader.read(0);
  fill_picture(info, first);
  warn_of_picture(info, first, reader.file());
  if (info.duration_s > 0)
    info.bits_per_s = std::llround(static_cast<double>(info.file_bytes) * 8 / info.duration_s);
  return info;
}

bool is_video_content(const std::filesystem::path& file) {
  constexpr size_t start_bytes = 4096;
  std::string start(start_bytes, '\0');
  std::ifstream stream(file, std::ios::binary);
  stream.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<size_t>(stream.gcount()));
  // A text, such as a subtitle or a caption, would be guessed at for nothing.
  if (start.find('\0') == std::string::npos) return false;
  constexpr int sure = AVPROBE_SCORE_MAX * 3 / 4;
  try {
    const libav::Input input(file);
    return input.score() > sure && !input.is_picture();
  } catch (const Error&) {
    return false;
  }
}

}  // namespace fw::media
