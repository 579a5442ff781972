// SPDX-License-Identifier: Apache-2.0
#include "media/writer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>

#include "base/file_tree.h"
#include "base/log.h"
#include "base/paths.h"
#include "media/errors.h"
#include "media/image.h"
#include "media/libav.h"
#include "media/palette.h"

namespace fw::media {

class ClipWriter::Sink {
 public:
  Sink(std::filesystem::path target, Size size, WriterOptions options)
      : target_(std::move(target)), size_(size), options_(std::move(options)) {}
  virtual ~Sink() = default;
  virtual void write(const RgbImage& image) = 0;
  virtual void finish() = 0;
  const std::filesystem::path& target() const { return target_; }
  Size size() const { return size_; }

  int64_t frames = 0;

 protected:
  void write_metadata(const std::filesystem::path& file) const {
    if (!options_.metadata.empty())
      write_file_atomically(file, nlohmann::json(options_.metadata).dump(2) + "\n", options_.existing);
  }

  std::filesystem::path target_;
  Size size_;
  WriterOptions options_;
};

namespace {

struct FreeOutput {
  void operator()(AVFormatContext* format) const {
    avio_closep(&format->pb);
    avformat_free_context(format);
  }
};

/// The sound of a file, in AAC at 96 kbit/s for each channel.
class SoundTrack {
 public:
  using Check = std::function<void(int result)>;
  SoundTrack(const Sound& sound, Check check) : sound_(sound), check_(std::move(check)) {
    const AVCodec* encoder = avcodec_find_encoder(AV_CODEC_ID_AAC);
    check_(encoder != nullptr ? 0 : AVERROR_ENCODER_NOT_FOUND);
    codec_.reset(avcodec_alloc_context3(encoder));
    if (!codec_) throw std::bad_alloc();
    codec_->sample_fmt = AV_SAMPLE_FMT_FLTP;
    codec_->sample_rate = sound.rate;
    codec_->time_base = {1, sound.rate};
    codec_->bit_rate = int64_t{96'000} * sound.channels;
    av_channel_layout_default(&codec_->ch_layout, sound.channels);
    codec_->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    check_(avcodec_open2(codec_.get(), encoder, nullptr));
  }

  void add_to(AVFormatContext& format) {
    stream_ = avformat_new_stream(&format, nullptr);
    if (stream_ == nullptr) throw std::bad_alloc();
    stream_->time_base = codec_->time_base;
    check_(avcodec_parameters_from_context(stream_->codecpar, codec_.get()));
  }

  /// Writes what sounds up to a time of the clip.
  void write_until(double seconds, AVFormatContext& format) {
    const auto count = static_cast<int64_t>(sound_.samples.size()) / sound_.channels;
    const auto end = std::min(count, static_cast<int64_t>(std::llround(seconds * sound_.rate)));
    for (int64_t size = codec_->frame_size; done_ + size <= end; done_ += size) send(size, format);
    end_ = end;
  }
  /// Writes the rest up to the time given last.
  void finish(AVFormatContext& format) {
    if (done_ < end_) send(end_ - done_, format);
    check_(avcodec_send_frame(codec_.get(), nullptr));
    receive(format);
  }

 private:
  void send(int64_t size, AVFormatContext& format) {
    const libav::Frame frame = libav::new_frame();
    frame->nb_samples = static_cast<int>(size);
    frame->format = codec_->sample_fmt;
    frame->sample_rate = codec_->sample_rate;
    frame->pts = done_;
    check_(av_channel_layout_copy(&frame->ch_layout, &codec_->ch_layout));
    check_(av_frame_get_buffer(frame.get(), 0));
    const auto count = sound_.samples.size() / static_cast<size_t>(sound_.channels);
    for (int channel = 0; channel < sound_.channels; ++channel)
      std::memcpy(frame->data[channel],
                  sound_.samples.data() + static_cast<size_t>(channel) * count + static_cast<size_t>(done_),
                  static_cast<size_t>(size) * sizeof(float));
    check_(avcodec_send_frame(codec_.get(), frame.get()));
    receive(format);
  }
  void receive(AVFormatContext& format) {
    for (;;) {
      const int result = avcodec_receive_packet(codec_.get(), packet_.get());
      if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return;
      check_(result);
      av_packet_rescale_ts(packet_.get(), codec_->time_base, stream_->time_base);
      packet_->stream_index = stream_->index;
      check_(av_interleaved_write_frame(&format, packet_.get()));
    }
  }

  const Sound& sound_;
  Check check_;
  libav::Codec codec_;
  AVStream* stream_ = nullptr;
  libav::Packet packet_ = libav::new_packet();
  int64_t done_ = 0, end_ = 0;
};

/// A file written by an FFmpeg encoder and muxer.
class FileSink : public ClipWriter::Sink {
 public:
  FileSink(std::filesystem::path target, Size size, WriterOptions options);
  void write(const RgbImage& image) override;
  void finish() override;

 private:
  struct Kind {
    const char* muxer;
    const char* encoder;
    AVPixelFormat format;
    int matrix;
    bool full_range;
  };
  static Kind kind_of(ClipFormat format);
  void open_encoder();
  void open_muxer();
  void send(AVFrame* frame);
  void check(int result) const;

  Kind kind_;
  AtomicFile file_;
  libav::Codec codec_;
  std::unique_ptr<AVFormatContext, FreeOutput> format_;
  AVStream* stream_ = nullptr;
  libav::Scaler scaler_;
  libav::Packet packet_;
  std::optional<SoundTrack> sound_;
};

FileSink::Kind FileSink::kind_of(ClipFormat format) {
  switch (format) {
    case ClipFormat::gif:
      return {"gif", "gif", AV_PIX_FMT_PAL8, SWS_CS_DEFAULT, true};
    case ClipFormat::webp_animation:
      return {"webp", "libwebp_anim", AV_PIX_FMT_BGRA, SWS_CS_DEFAULT, true};
    default:
      return {"mp4", "libx264", AV_PIX_FMT_YUV420P, SWS_CS_ITU709, false};
  }
}

FileSink::FileSink(std::filesystem::path target, Size size, WriterOptions options)
    : Sink(std::move(target), size, std::move(options)),
      kind_(kind_of(options_.format)),
      file_(target_, options_.existing),
      packet_(libav::new_packet()) {
  open_encoder();
  open_muxer();
  if (kind_.format != AV_PIX_FMT_PAL8)
    scaler_ =
        libav::scaler_from_rgb24({size_.width, size_.height, kind_.format, kind_.matrix, kind_.full_range});
}

void FileSink::check(int result) const {
  if (result < 0) throw Error(encode_failed, {{"file", to_utf8(target_)}, {"reason", libav::reason(result)}});
}

void FileSink::open_encoder() {
  const AVCodec* encoder = avcodec_find_encoder_by_name(kind_.encoder);
  check(encoder != nullptr ? 0 : AVERROR_ENCODER_NOT_FOUND);
  codec_.reset(avcodec_alloc_context3(encoder));
  if (!codec_) throw std::bad_alloc();
  codec_->width = size_.width;
  codec_->height = size_.height;
  codec_->pix_fmt = kind_.format;
  codec_->framerate = {static_cast<int>(options_.fps.numerator), static_cast<int>(options_.fps.denominator)};
  codec_->time_base = av_inv_q(codec_->framerate);
  codec_->sample_aspect_ratio = {1, 1};
  codec_->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
  AVDictionary* encoder_options = nullptr;
  if (options_.format == ClipFormat::h264_mp4) {
    codec_->gop_size =
        std::max(1, static_cast<int>(std::lround(2 * options_.fps.value())));  // quick to seek in
    codec_->color_range = AVCOL_RANGE_MPEG;
    codec_->colorspace = AVCOL_SPC_BT709;
    codec_->color_primaries = AVCOL_PRI_BT709;
    codec_->color_trc = AVCOL_TRC_BT709;
    codec_->chroma_sample_location = AVCHROMA_LOC_LEFT;
    av_dict_set_int(&encoder_options, "crf", options_.crf, 0);
    av_dict_set(&encoder_options, "preset", options_.preset.c_str(), 0);
  } else if (options_.format == ClipFormat::webp_animation) {
    av_dict_set(&encoder_options, "lossless", "1", 0);
  }
  const int result = avcodec_open2(codec_.get(), encoder, &encoder_options);
  av_dict_free(&encoder_options);
  check(result);
}

void FileSink::open_muxer() {
  // The muxer opens the file by name a second time to move the index to its front, so it cannot write through
  // the AtomicFile, which still handles the name, the sync and the rename.
  const std::string url = "file:" + to_utf8(file_.part());
  AVFormatContext* format = nullptr;
  check(avformat_alloc_output_context2(&format, nullptr, kind_.muxer, url.c_str()));
  format_.reset(format);
  stream_ = avformat_new_stream(format, nullptr);
  if (stream_ == nullptr) throw std::bad_alloc();
  stream_->time_base = codec_->time_base;
  stream_->avg_frame_rate = codec_->framerate;
  check(avcodec_parameters_from_context(stream_->codecpar, codec_.get()));
  if (options_.format == ClipFormat::h264_mp4 && !options_.sound.samples.empty())
    sound_.emplace(options_.sound, [this](int result) { check(result); }).add_to(*format);
  check(avio_open(&format->pb, url.c_str(), AVIO_FLAG_WRITE));
  AVDictionary* muxer_options = nullptr;
  if (options_.format == ClipFormat::h264_mp4) {
    for (const auto& [key, value] : options_.metadata)
      av_dict_set(&format->metadata, key.c_str(), value.c_str(), 0);
    av_dict_set(&muxer_options, "movflags", "+faststart+use_metadata_tags", 0);
  } else {
    av_dict_set(&muxer_options, "loop", "0", 0);  // forever
  }
  const int result = avformat_write_header(format, &muxer_options);
  av_dict_free(&muxer_options);
  check(result);
}

void FileSink::write(const RgbImage& image) {
  const libav::Frame frame = libav::new_picture(kind_.format, size_.width, size_.height);
  frame->pts = frames;
  frame->color_range = codec_->color_range;
  frame->colorspace = codec_->colorspace;
  if (scaler_) {
    const uint8_t* const planes[] = {image.pixels.data()};
    const int strides[] = {image.width * 3};
    sws_scale(scaler_.get(), planes, strides, 0, image.height, frame->data, frame->linesize);
  } else {
    const PaletteImage small = to_palette(image);
    std::memcpy(frame->data[1], small.palette.data(), sizeof(small.palette));
    for (int y = 0; y < image.height; ++y)
      std::memcpy(frame->data[0] + static_cast<ptrdiff_t>(y) * frame->linesize[0],
                  small.indices.data() + static_cast<ptrdiff_t>(y) * image.width,
                  static_cast<size_t>(image.width));
  }
  send(frame.get());
  if (sound_) sound_->write_until(static_cast<double>(frames + 1) / options_.fps.value(), *format_);
}

void FileSink::send(AVFrame* frame) {
  check(avcodec_send_frame(codec_.get(), frame));
  for (;;) {
    const int result = avcodec_receive_packet(codec_.get(), packet_.get());
    if (result == AVERROR(EAGAIN) || result == AVERROR_EOF) return;
    check(result);
    if (packet_->duration == 0) packet_->duration = 1;
    av_packet_rescale_ts(packet_.get(), codec_->time_base, stream_->time_base);
    packet_->stream_index = stream_->index;
    check(av_interleaved_write_frame(format_.get(), packet_.get()));
  }
}

void FileSink::finish() {
  send(nullptr);
  if (sound_) sound_->finish(*format_);
  check(av_write_trailer(format_.get()));
  check(avio_closep(&format_->pb));
  if (options_.format != ClipFormat::h264_mp4) {
    std::filesystem::path beside = target_;
    beside += ".json";
    write_metadata(beside);
  }
  file_.commit();
}

/// A folder of pictures, written next to its target and then renamed.
class FolderSink : public ClipWriter::Sink {
 public:
  FolderSink(std::filesystem::path target, Size size, WriterOptions options)
      : Sink(std::move(target), size, std::move(options)), folder_(target_) {}

  void write(const RgbImage& image) override {
    const char* extension = options_.format == ClipFormat::png_frames ? "png" : "webp";
    write_image(folder_.part() / fmt::format("{:06}.{}", frames, extension), image);
  }
  void finish() override {
    write_metadata(folder_.part() / "metadata.json");
    folder_.commit();
  }

 private:
  AtomicFolder folder_;
};

}  // namespace

void check_clip_options(const std::filesystem::path& target, Size size, const WriterOptions& options) {
  const auto refuse = [&target](std::string reason) {
    throw Error(bad_output, {{"file", to_utf8(target)}, {"reason", std::move(reason)}});
  };
  const std::string size_text = fmt::format("{}x{}", size.width, size.height);
  if (size.width <= 0 || size.height <= 0 || size.width > 16384 || size.height > 16384)
    refuse("its size would be " + size_text);
  if (options.fps.numerator <= 0 || options.fps.denominator <= 0 || options.fps.value() > 1000)
    refuse("its frame rate must lie between 0 and 1000");
  if (options.format == ClipFormat::gif && options.fps.value() > 50)
    refuse("a GIF has at most 50 frames a second");
  if (options.format == ClipFormat::h264_mp4 && (size.width % 2 != 0 || size.height % 2 != 0))
    refuse("H.264 needs an even width and height, not " + size_text);
  static constexpr std::string_view presets[] = {"ultrafast", "superfast", "veryfast", "faster",   "fast",
                                                 "medium",    "slow",      "slower",   "veryslow", "placebo"};
  if (std::ranges::find(presets, options.preset) == std::end(presets))
    refuse("x264 has no preset " + options.preset);
  if (!options.sound.samples.empty() &&
      (options.sound.channels < 1 || options.sound.channels > 2 || options.sound.rate < 7350 ||
       options.sound.rate > 96'000 ||
       options.sound.samples.size() % static_cast<size_t>(options.sound.channels) != 0))
    refuse("AAC takes one or two channels of 7350 to 96000 samples a second");
  if (options.crf < 0 || options.crf > 51) refuse("crf runs from 0 to 51");
}

ClipWriter::ClipWriter(std::filesystem::path target, Size size, WriterOptions options) {
  libav::send_messages_to_log();
  check_clip_options(target, size, options);
  if (options.format == ClipFormat::png_frames || options.format == ClipFormat::webp_frames) {
    sink_ = std::make_unique<FolderSink>(std::move(target), size, std::move(options));
  } else {
    sink_ = std::make_unique<FileSink>(std::move(target), size, std::move(options));
  }
}
ClipWriter::~ClipWriter() = default;

void ClipWriter::write(const RgbImage& image) {
  if (Size{image.width, image.height} != sink_->size())
    throw std::invalid_argument("ClipWriter::write: an image of another size");
  sink_->write(image);
  ++sink_->frames;
}

void ClipWriter::finish() {
  if (sink_->frames == 0)
    throw Error(bad_output, {{"file", to_utf8(sink_->target())}, {"reason", "it would have no frame"}});
  sink_->finish();
}

}  // namespace fw::media
