// SPDX-License-Identifier: Apache-2.0
#include "media/sound_reader.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/paths.h"
#include "media/libav.h"

extern "C" {
#include <libswresample/swresample.h>
}

namespace fw::media {

namespace {

constexpr ErrorCode sound_unreadable{
    "media.sound_unreadable", FW_TEXT("errors", "The sound of {file} could not be decoded: {reason}."),
    FW_TEXT("errors", "Convert the file's sound to AAC, remove its sound, or train without sound."),
    Blame::input};

constexpr int stereo = 2;
/// Read before and after the part, so that the resampler's filter knows what surrounds it.
constexpr double margin_s = 0.05;

struct FreeResampler {
  void operator()(SwrContext* context) const { swr_free(&context); }
};
using Resampler = std::unique_ptr<SwrContext, FreeResampler>;

class SoundReader {
 public:
  SoundReader(const std::filesystem::path& file, const FrameIndex& index, const SoundSpec& spec)
      : file_(file), spec_(spec), input_(file) {
    AVFormatContext& format = input_.format();
    const int track = av_find_best_stream(&format, AVMEDIA_TYPE_AUDIO, -1, input_.video().index, nullptr, 0);
    if (track < 0) return;
    stream_ = format.streams[track];
    for (unsigned i = 0; i < format.nb_streams; ++i) format.streams[i]->discard = AVDISCARD_ALL;
    stream_->discard = AVDISCARD_DEFAULT;
    const double first_frame =
        index.has_times && !index.pts.empty() ? static_cast<double>(index.pts.front()) * index.tick_s : 0;
    begin_s_ = first_frame + spec.from_s - margin_s;
    length_s_ = spec.length_s + 2 * margin_s;
  }

  ~SoundReader() { av_channel_layout_uninit(&layout_); }
  SoundReader(const SoundReader&) = delete;
  SoundReader& operator=(const SoundReader&) = delete;

  bool has_sound() const { return stream_ != nullptr; }

  Sound read(const std::stop_token& stop) {
    open();
    const auto count = static_cast<size_t>(std::ceil(length_s_ * codec_->sample_rate));
    for (auto& channel : samples_) channel.assign(count, 0.0F);
    seek();
    const libav::Packet packet = libav::new_packet();
    bool is_over = false;
    while (!is_over) {
      if (stop.stop_requested()) throw Cancelled();
      av_packet_unref(packet.get());
      const int result = av_read_frame(&input_.format(), packet.get());
      if (result >= 0 && packet->stream_index != stream_->index) continue;
      is_over = result < 0;
      // Damaged packets are left silent; the video's own damage is noticed elsewhere.
      if (avcodec_send_packet(codec_.get(), is_over ? nullptr : packet.get()) >= 0) is_over |= !receive();
    }
    return resampled();
  }

 private:
  void check(int result) const {
    if (result < 0)
      throw Error(sound_unreadable, {{"file", to_utf8(file_)}, {"reason", libav::reason(result)}});
  }

  void open() {
    const AVCodec* decoder = avcodec_find_decoder(stream_->codecpar->codec_id);
    check(decoder != nullptr ? 0 : AVERROR_DECODER_NOT_FOUND);
    codec_.reset(avcodec_alloc_context3(decoder));
    if (!codec_) throw std::bad_alloc();
    check(avcodec_parameters_to_context(codec_.get(), stream_->codecpar));
    codec_->pkt_timebase = stream_->time_base;
    check(avcodec_open2(codec_.get(), decoder, nullptr));
    check(codec_->sample_rate > 0 ? 0 : AVERROR_INVALIDDATA);
  }

  /// Seeks to a place before the part; stays at the beginning if the format cannot seek.
  void seek() {
    constexpr double earlier_s = 0.5;
    const auto at = static_cast<int64_t>((begin_s_ - earlier_s) / av_q2d(stream_->time_base));
    if (at > 0) avformat_seek_file(&input_.format(), stream_->index, INT64_MIN, at, at, 0);
  }

  /// Takes the decoder's frames. @return  false once a frame starts after the part
  bool receive() {
    const libav::Frame frame = libav::new_frame();
    for (;;) {
      av_frame_unref(frame.get());
      if (avcodec_receive_frame(codec_.get(), frame.get()) < 0) return true;
      follow_clock(*frame);
      const auto place = static_cast<int64_t>(std::llround((next_s_ - begin_s_) * codec_->sample_rate));
      next_s_ += static_cast<double>(frame->nb_samples) / codec_->sample_rate;
      if (place >= static_cast<int64_t>(samples_[0].size())) return false;
      take(*frame, place);
    }
  }

  /// Frames follow each other without a gap unless their times differ by more than formats round them:
  /// Matroska has milliseconds.
  void follow_clock(const AVFrame& frame) {
    constexpr double rounding_s = 0.01;
    if (frame.best_effort_timestamp == AV_NOPTS_VALUE) return;
    const double time_s = static_cast<double>(frame.best_effort_timestamp) * av_q2d(stream_->time_base);
    if (!has_begun_ || std::abs(time_s - next_s_) > rounding_s) next_s_ = time_s;
    has_begun_ = true;
  }

  /// Writes a frame's samples as stereo at a place of the part; those outside of it are dropped.
  void take(const AVFrame& frame, int64_t place) {
    convert_from(frame);
    std::array<std::vector<float>, stereo> part;
    for (auto& channel : part) channel.resize(static_cast<size_t>(frame.nb_samples));
    std::array<uint8_t*, stereo> planes = planes_of(part, 0);
    check(swr_convert(to_stereo_.get(), planes.data(), frame.nb_samples,
                      const_cast<const uint8_t**>(frame.extended_data), frame.nb_samples));
    if (layout_.nb_channels == 1) part[1] = part[0];
    const auto total = static_cast<int64_t>(samples_[0].size());
    const int64_t first = std::max<int64_t>(0, -place),
                  last = std::min<int64_t>(frame.nb_samples, total - place);
    for (size_t channel = 0; channel < stereo && first < last; ++channel)
      std::copy(part[channel].begin() + first, part[channel].begin() + last,
                samples_[channel].begin() + place + first);
  }

  /// Prepares for the frame's format, which rarely changes within a track. A mono track keeps its one
  /// channel: mixed up to two, it would lose loudness.
  void convert_from(const AVFrame& frame) {
    if (to_stereo_ && frame.format == format_ && av_channel_layout_compare(&frame.ch_layout, &layout_) == 0)
      return;
    AVChannelLayout out;
    av_channel_layout_default(&out, frame.ch_layout.nb_channels == 1 ? 1 : stereo);
    check(av_channel_layout_copy(&layout_, &frame.ch_layout));
    format_ = frame.format;
    to_stereo_ = new_resampler(out, codec_->sample_rate, layout_, static_cast<AVSampleFormat>(format_),
                               codec_->sample_rate);
  }

  Resampler new_resampler(AVChannelLayout& to, int to_rate, AVChannelLayout& from, AVSampleFormat format,
                          int from_rate) const {
    SwrContext* context = nullptr;
    const int made =
        swr_alloc_set_opts2(&context, &to, AV_SAMPLE_FMT_FLTP, to_rate, &from, format, from_rate, 0, nullptr);
    Resampler resampler(context);
    check(made);
    check(swr_init(resampler.get()));
    return resampler;
  }

  static std::array<uint8_t*, stereo> planes_of(std::array<std::vector<float>, stereo>& samples, int at) {
    return {reinterpret_cast<uint8_t*>(samples[0].data() + at),
            reinterpret_cast<uint8_t*>(samples[1].data() + at)};
  }

  /// The part at the wanted rate, without its margins.
  Sound resampled() {
    AVChannelLayout layout;
    av_channel_layout_default(&layout, stereo);
    const double faster =
        spec_.length_s / spec_.seconds;  // what plays faster has its samples closer together
    const Resampler resampler = new_resampler(layout, spec_.rate, layout, AV_SAMPLE_FMT_FLTP,
                                              static_cast<int>(std::lround(codec_->sample_rate * faster)));
    const auto given = static_cast<int>(samples_[0].size());
    const int most = swr_get_out_samples(resampler.get(), given) + spec_.rate;
    std::array<std::vector<float>, stereo> all;
    for (auto& channel : all) channel.assign(static_cast<size_t>(most), 0.0F);
    std::array<uint8_t*, stereo> planes = planes_of(all, 0);
    std::array<uint8_t*, stereo> from = planes_of(samples_, 0);
    const int converted =
        swr_convert(resampler.get(), planes.data(), most, const_cast<const uint8_t**>(from.data()), given);
    check(converted);
    planes = planes_of(all, converted);
    check(swr_convert(resampler.get(), planes.data(), most - converted, nullptr, 0));
    const auto skipped = static_cast<int64_t>(std::llround(margin_s / faster * spec_.rate)),
               count = static_cast<int64_t>(std::llround(spec_.seconds * spec_.rate));
    Sound sound{.rate = spec_.rate, .channels = stereo};
    for (auto& channel : all) {
      channel.resize(static_cast<size_t>(std::max<int64_t>(most, skipped + count)), 0.0F);
      sound.samples.insert(sound.samples.end(), channel.begin() + skipped, channel.begin() + skipped + count);
    }
    return sound;
  }

  const std::filesystem::path& file_;
  SoundSpec spec_;
  libav::Input input_;
  AVStream* stream_ = nullptr;
  libav::Codec codec_;
  double begin_s_ = 0;  // of the part and its margin, in the file's time
  double length_s_ = 0;
  double next_s_ = 0;  // of the next frame
  bool has_begun_ = false;
  std::array<std::vector<float>, stereo> samples_;
  AVChannelLayout layout_{};  // that to_stereo_ converts from
  int format_ = AV_SAMPLE_FMT_NONE;
  Resampler to_stereo_;
};

}  // namespace

std::optional<Sound> read_sound(const std::filesystem::path& file, const FrameIndex& index,
                                const SoundSpec& spec, const std::stop_token& stop) {
  SoundReader reader(file, index, spec);
  if (!reader.has_sound()) return std::nullopt;
  return reader.read(stop);
}

}  // namespace fw::media
