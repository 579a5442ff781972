// SPDX-License-Identifier: Apache-2.0
#include "media/frame_index.h"

#include <algorithm>
#include <optional>

#include "base/paths.h"
#include "media/decoder.h"
#include "media/errors.h"
#include "media/pixel_budget.h"

namespace fw::media {

namespace {

struct PacketScan {
  std::vector<int64_t> pts;  // of the packets whose frames are displayed
  std::vector<int64_t> keys;
  int64_t last_pts = INT64_MIN;
  int64_t last_duration = 0;
  bool complete_times = true;  // every packet has its own pts
  bool starts_with_key = false;
  bool cut_off = false;
};

void check_stop(const std::stop_token& stop) {
  if (stop.stop_requested()) throw Cancelled();
}

PacketScan scan_packets(libav::Input& input, const std::stop_token& stop) {
  libav::Packet packet = libav::new_packet();
  PacketScan scan;
  int packets = 0;
  int64_t first_pts = AV_NOPTS_VALUE;
  int result = 0;
  while ((result = input.read(*packet)) >= 0) {
    check_stop(stop);
    const bool key = (packet->flags & AV_PKT_FLAG_KEY) != 0;
    if (packet->pts == AV_NOPTS_VALUE) scan.complete_times = false;
    if (packets++ == 0) scan.starts_with_key = key && packet->pts != AV_NOPTS_VALUE;
    if (packets == 1) first_pts = packet->pts;
    if ((packet->flags & AV_PKT_FLAG_CORRUPT) != 0) scan.cut_off = true;
    if (packet->pts == AV_NOPTS_VALUE) continue;
    if (key) scan.keys.push_back(packet->pts);
    if ((packet->flags & AV_PKT_FLAG_DISCARD) != 0) continue;
    scan.pts.push_back(packet->pts);
    if (packet->pts > scan.last_pts) {
      scan.last_pts = packet->pts;
      scan.last_duration = packet->duration;
    }
  }
  // The index of an MP4 gives the expected number of packets.
  const int promised = avformat_index_get_entries_count(&input.video());
  const bool has_full_index = std::string_view(input.format().iformat->name).starts_with("mov");
  if (result != AVERROR_EOF || (has_full_index && packets < promised) || input.is_cut_off())
    scan.cut_off = true;
  std::ranges::sort(scan.keys);
  if (scan.starts_with_key && scan.keys.front() != first_pts) scan.starts_with_key = false;
  std::ranges::sort(scan.pts);
  if (std::ranges::adjacent_find(scan.pts) != scan.pts.end()) scan.complete_times = false;
  return scan;
}

// True if each packet is one frame: no packets with half, hidden or several frames.
bool packets_are_frames(const libav::Input& input) {
  const std::string_view container = input.format().iformat->name;
  if (!container.starts_with("mov") && !container.starts_with("matroska")) return false;
  static constexpr AVCodecID codecs[] = {AV_CODEC_ID_H264,  AV_CODEC_ID_HEVC,  AV_CODEC_ID_VP9,
                                         AV_CODEC_ID_AV1,   AV_CODEC_ID_MJPEG, AV_CODEC_ID_PRORES,
                                         AV_CODEC_ID_DNXHD, AV_CODEC_ID_FFV1};
  const AVCodecParameters& parameters = *input.video().codecpar;
  const bool progressive =
      parameters.field_order == AV_FIELD_PROGRESSIVE || parameters.field_order == AV_FIELD_UNKNOWN;
  return progressive && std::ranges::find(codecs, parameters.codec_id) != std::end(codecs);
}

Presentation from_matrix(const int32_t* matrix) {
  // x' = a x + c y and y' = b x + d y, as in the MP4 specification.
  const int64_t a = matrix[0], b = matrix[1], c = matrix[3], d = matrix[4];
  Presentation presentation;
  presentation.transpose = std::abs(b) + std::abs(c) > std::abs(a) + std::abs(d);
  presentation.flip_x = (presentation.transpose ? c : a) < 0;
  presentation.flip_y = (presentation.transpose ? b : d) < 0;
  return presentation;
}

Presentation stream_presentation(const libav::Input& input) {
  AVStream& stream = input.video();
  Presentation presentation;
  size_t size = 0;
  const uint8_t* matrix = av_stream_get_side_data(&stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
  if (matrix != nullptr && size >= 9 * sizeof(int32_t))
    presentation = from_matrix(reinterpret_cast<const int32_t*>(matrix));
  // A ratio beyond 16 comes from a damaged header and would require pictures too large for memory.
  const AVRational aspect = av_guess_sample_aspect_ratio(&input.format(), &stream, nullptr);
  const double ratio = aspect.num > 0 && aspect.den > 0 ? av_q2d(aspect) : 1;
  if (ratio > 1.0 / 16 && ratio < 16 && aspect.num > 0) presentation.sample_aspect = {aspect.num, aspect.den};
  return presentation;
}

// The result of decoding the whole track.
struct DecodedScan {
  std::vector<int64_t> pts;
  std::vector<int64_t> damaged;
  int64_t last_duration = 0;
  bool rising_times = true;
  std::optional<Presentation> picture_presentation;  // pictures store theirs in the frame
};

DecodedScan decode_all(libav::Decoder& decoder, const std::stop_token& stop) {
  const libav::Frame frame = libav::new_frame();
  DecodedScan scan;
  while (decoder.next(*frame)) {
    check_stop(stop);
    const int64_t pts = frame->best_effort_timestamp;
    if (pts == AV_NOPTS_VALUE || (!scan.pts.empty() && pts <= scan.pts.back())) scan.rising_times = false;
    if (libav::is_damaged(*frame)) scan.damaged.push_back(static_cast<int64_t>(scan.pts.size()));
    if (scan.pts.empty()) {
      const AVFrameSideData* matrix = av_frame_get_side_data(frame.get(), AV_FRAME_DATA_DISPLAYMATRIX);
      if (matrix != nullptr)
        scan.picture_presentation = from_matrix(reinterpret_cast<const int32_t*>(matrix->data));
    }
    scan.pts.push_back(pts);
    scan.last_duration = libav::duration_of(*frame);
  }
  return scan;
}

// Assigns evenly spaced times, at the header's rate, to a file without any.
void make_up_times(FrameIndex& index, const libav::Input& input) {
  AVRational rate = av_guess_frame_rate(&input.format(), &input.video(), nullptr);
  if (rate.num <= 0 || rate.den <= 0) rate = {25, 1};
  index.has_times = false;
  index.tick_s = av_q2d(av_inv_q(rate));
  for (size_t i = 0; i < index.pts.size(); ++i) index.pts[i] = static_cast<int64_t>(i);
  index.last_duration = 1;
}

void warn(FrameIndex& index, const libav::Decoder& decoder, bool cut_off) {
  const std::string name = to_utf8(decoder.file());
  if (cut_off) {
    const std::string end = libav::seconds_text(index.time_s(index.frames()));
    index.warnings.emplace_back(truncated, std::initializer_list<Argument>{
                                               {"file", name}, {"frames", index.frames()}, {"second", end}});
    return;
  }
  const auto places = std::max<int64_t>(decoder.failures(), static_cast<int64_t>(index.damaged.size()));
  if (places == 0) return;
  const auto failure = decoder.first_failure();
  double second = index.damaged.empty() ? 0 : index.time_s(index.damaged.front());
  if (failure && failure->pts != AV_NOPTS_VALUE && index.has_times)
    second = std::max(0.0, static_cast<double>(failure->pts - index.pts.front()) * index.tick_s);
  const std::string why = failure ? libav::reason(failure->error) : "part of a frame is missing";
  index.warnings.emplace_back(
      damaged,
      std::initializer_list<Argument>{
          {"file", name}, {"places", places}, {"second", libav::seconds_text(second)}, {"reason", why}});
}

void fill_by_decoding(FrameIndex& index, libav::Decoder& decoder, bool cut_off, const std::stop_token& stop) {
  DecodedScan scan = decode_all(decoder, stop);
  if (scan.pts.empty()) {
    const auto failure = decoder.first_failure();
    const int error = failure ? failure->error : decoder.read_error();
    throw Error(no_frames, {{"file", to_utf8(decoder.file())},
                            {"reason", error != 0 ? libav::reason(error) : "its video track is empty"}});
  }
  index.pts = std::move(scan.pts);
  index.damaged = std::move(scan.damaged);
  index.last_duration = scan.last_duration;
  if (scan.picture_presentation) {
    scan.picture_presentation->sample_aspect = index.presentation.sample_aspect;
    index.presentation = *scan.picture_presentation;
  }
  if (!scan.rising_times) make_up_times(index, decoder.input());
  warn(index, decoder, cut_off || decoder.read_error() != 0);
}

}  // namespace

double FrameIndex::time_s(int64_t frame) const {
  const bool end = frame >= frames();
  const int64_t tick = end ? pts.back() + last_duration : pts[static_cast<size_t>(frame)];
  return static_cast<double>(tick - pts.front()) * tick_s;
}

bool FrameIndex::is_damaged(int64_t frame) const {
  return std::ranges::binary_search(damaged, frame);
}

FrameIndex index_frames(const std::filesystem::path& file, CountBy count_by, std::stop_token stop) {
  libav::Decoder decoder(file, 0);
  return index_frames(decoder, count_by, stop);
}

FrameIndex index_frames(libav::Decoder& decoder, CountBy count_by, const std::stop_token& stop) {
  PacketScan packets = scan_packets(decoder.input(), stop);
  FrameIndex index;
  index.tick_s = av_q2d(decoder.input().video().time_base);
  index.presentation = stream_presentation(decoder.input());
  index.keys = std::move(packets.keys);
  index.starts_with_key = packets.starts_with_key;
  const bool sure = packets_are_frames(decoder.input()) && packets.complete_times &&
                    packets.starts_with_key && !packets.cut_off && !packets.pts.empty();
  if (count_by == CountBy::decoding || !sure) {
    const PixelClaim claim(decoder.input(), stop);
    // One thread: with several, a frame may be returned before its damage is marked.
    libav::Decoder counting(decoder.file(), 1);
    fill_by_decoding(index, counting, packets.cut_off, stop);
  } else {
    index.pts = std::move(packets.pts);
    index.last_duration = packets.last_duration;
  }
  if (index.last_duration <= 0) {
    const size_t count = index.pts.size();
    index.last_duration =
        count > 1 ? (index.pts.back() - index.pts.front()) / static_cast<int64_t>(count - 1) : 1;
  }
  return index;
}

}  // namespace fw::media
