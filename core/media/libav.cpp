// SPDX-License-Identifier: Apache-2.0
#include "media/libav.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "base/join.h"
#include "base/log.h"
#include "base/paths.h"
#include "media/errors.h"

namespace fw::media::libav {

namespace {

constexpr int source_buffer_bytes = 1 << 16;
// Larger pictures are rejected before FFmpeg allocates memory for them: 16k x 16k.
constexpr int64_t most_pixels = int64_t{16384} * 16384;
// FFmpeg decodes WebP and other pictures completely to learn their size, without a claim (see
// media/pixel_budget.h). The size of a larger one is unknown until it is read.
constexpr int64_t most_probed_pixels = most_pixels / 8;

// Sends FFmpeg's own messages to the log file; problems that the user must know are thrown or listed as
// warnings.
void log_line(void*, int level, const char* format, va_list arguments) {
  if (level > AV_LOG_WARNING) return;
  std::array<char, 512> line{};
  std::vsnprintf(line.data(), line.size(), format, arguments);
  std::string_view text(line.data());
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  spdlog::debug("ffmpeg: {}", text);
}

int refuse_further_files(AVFormatContext*, AVIOContext**, const char*, int, AVDictionary**) {
  return AVERROR(EACCES);
}

bool starts_with_animated_webp(int descriptor) {
  std::array<uint8_t, 21> head{};
  if (::pread(descriptor, head.data(), head.size(), 0) != static_cast<ssize_t>(head.size())) return false;
  constexpr uint8_t animation_flag = 0x02;
  return std::memcmp(head.data(), "RIFF", 4) == 0 && std::memcmp(head.data() + 8, "WEBPVP8X", 8) == 0 &&
         (head[20] & animation_flag) != 0;
}

// An EBML number (RFC 8794): the leading zeros of its first byte give its length. An id keeps the marker bit.
struct EbmlNumber {
  uint64_t value;
  int bytes;     // 0: not a number
  bool unknown;  // all ones: the size was unknown when written
};
EbmlNumber ebml_number(std::span<const uint8_t> at, bool keep_marker) {
  if (at.empty() || at[0] == 0) return {};
  const int bytes = std::countl_zero(at[0]) + 1;
  if (static_cast<int>(at.size()) < bytes) return {};
  const int first = keep_marker ? at[0] : at[0] & (0xff >> bytes);
  uint64_t value = static_cast<uint64_t>(first);
  for (int i = 1; i < bytes; ++i) value = value << 8 | at[static_cast<size_t>(i)];
  return {value, bytes, value == (uint64_t{1} << (7 * bytes)) - 1};
}

// End of the segment of a Matroska file according to its header; nullopt if unknown.
std::optional<int64_t> matroska_end(int descriptor) {
  constexpr uint64_t ebml_id = 0x1a45dfa3, segment_id = 0x18538067;
  int64_t at = 0;
  for (const uint64_t expected : {ebml_id, segment_id}) {
    std::array<uint8_t, 12> head{};
    if (::pread(descriptor, head.data(), head.size(), at) != static_cast<ssize_t>(head.size())) return {};
    const EbmlNumber id = ebml_number(head, true);
    const EbmlNumber size = ebml_number(std::span(head).subspan(static_cast<size_t>(id.bytes)), false);
    if (id.value != expected || size.bytes == 0 || size.unknown || size.value > INT64_MAX / 2) return {};
    at += id.bytes + size.bytes + static_cast<int64_t>(size.value);
  }
  return at;
}

// FFmpeg accepts any file named .mp4; a real one starts with a box of one of these types.
bool starts_as_mp4(int descriptor) {
  static constexpr std::string_view boxes[] = {"ftyp", "moov", "mdat", "free", "skip",
                                               "wide", "pnot", "styp", "moof"};
  std::array<char, 8> head{};
  if (::pread(descriptor, head.data(), head.size(), 0) != static_cast<ssize_t>(head.size())) return false;
  return std::ranges::find(boxes, std::string_view(head.data() + 4, 4)) != std::end(boxes);
}

int find_stream_info(AVFormatContext* format, bool is_picture) {
  if (!is_picture || format->nb_streams != 1) return avformat_find_stream_info(format, nullptr);
  AVDictionary* limit = nullptr;
  av_dict_set_int(&limit, "max_pixels", most_probed_pixels, 0);
  const int result = avformat_find_stream_info(format, &limit);
  av_dict_free(&limit);
  return result;
}

// Formats that FFmpeg chooses only by file name, and which turn any text or bytes into "video".
bool is_guess_by_name(const AVInputFormat& format) {
  static constexpr std::string_view names[] = {"image2", "tty", "rawvideo", "data"};
  return std::ranges::find(names, std::string_view(format.name)) != std::end(names);
}

/// FFmpeg's own VP8 and VP9 decoders ignore the transparency of a WebM and show what it hides.
const AVCodec* decoder_of(const AVStream& video) {
  const AVDictionaryEntry* alpha = av_dict_get(video.metadata, "alpha_mode", nullptr, 0);
  const AVCodecID codec = video.codecpar->codec_id;
  const char* name = codec == AV_CODEC_ID_VP9 ? "libvpx-vp9" : codec == AV_CODEC_ID_VP8 ? "libvpx" : nullptr;
  if (name == nullptr || alpha == nullptr || std::string_view(alpha->value) != "1")
    return avcodec_find_decoder(codec);
  return avcodec_find_decoder_by_name(name);
}

}  // namespace

void send_messages_to_log() {
  static std::once_flag once;
  std::call_once(once, [] { av_log_set_callback(log_line); });
}

Packet new_packet() {
  Packet packet(av_packet_alloc());
  if (!packet) throw std::bad_alloc();
  return packet;
}

Frame new_frame() {
  Frame frame(av_frame_alloc());
  if (!frame) throw std::bad_alloc();
  return frame;
}

Frame new_picture(AVPixelFormat format, int width, int height) {
  Frame frame = new_frame();
  frame->format = format;
  frame->width = width;
  frame->height = height;
  if (av_frame_get_buffer(frame.get(), 0) < 0) throw std::bad_alloc();
  return frame;
}

Scaler new_scaler(const PictureFormat& from, const PictureFormat& to, int flags) {
  Scaler scaler(sws_getContext(from.width, from.height, static_cast<AVPixelFormat>(from.format), to.width,
                               to.height, static_cast<AVPixelFormat>(to.format), flags, nullptr, nullptr,
                               nullptr));
  if (!scaler) throw std::bad_alloc();
  constexpr int one = 1 << 16;
  sws_setColorspaceDetails(scaler.get(), sws_getCoefficients(from.matrix), from.full_range ? 1 : 0,
                           sws_getCoefficients(to.matrix), to.full_range ? 1 : 0, 0, one, one);
  return scaler;
}

Scaler scaler_from_rgb24(const PictureFormat& to) {
  return new_scaler({to.width, to.height, AV_PIX_FMT_RGB24}, to,
                    SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INP | SWS_FULL_CHR_H_INT);
}

std::string reason(int error) {
  std::array<char, AV_ERROR_MAX_STRING_SIZE> text{};
  av_strerror(error, text.data(), text.size());
  return text.data();
}

std::string seconds_text(double seconds) {
  return fmt::format("{:.2f}", seconds);
}

bool is_damaged(const AVFrame& frame) {
  return (frame.flags & AV_FRAME_FLAG_CORRUPT) != 0 || frame.decode_error_flags != 0;
}

int64_t duration_of(const AVFrame& frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)  // FFmpeg 6; version 7 has no pkt_duration
  return frame.duration;
#else
  return frame.pkt_duration;
#endif
}

bool has_alpha(const AVFrame& frame) {
  const AVPixFmtDescriptor& format = *av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
  return (format.flags & AV_PIX_FMT_FLAG_ALPHA) != 0;
}

namespace {
/// @pre its pixels are indices into an ARGB palette
bool uses_clear_colour(const AVFrame& frame) {
  const auto* colours = reinterpret_cast<const uint32_t*>(frame.data[1]);
  for (int y = 0; y < frame.height; ++y) {
    const uint8_t* row = frame.data[0] + static_cast<ptrdiff_t>(y) * frame.linesize[0];
    if (std::any_of(row, row + frame.width, [&](uint8_t place) { return colours[place] >> 24 < 255; }))
      return true;
  }
  return false;
}
}  // namespace

bool is_see_through(const AVFrame& frame) {
  if (!has_alpha(frame)) return false;
  const AVPixFmtDescriptor& format = *av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
  if ((format.flags & AV_PIX_FMT_FLAG_PAL) != 0) return uses_clear_colour(frame);
  const int channel = format.nb_components - 1;
  const int depth = format.comp[channel].depth;
  if (depth > 16) return true;  // floating point; pixels are not checked
  std::vector<uint16_t> row(static_cast<size_t>(frame.width));
  std::array<const uint8_t*, 4> planes{frame.data[0], frame.data[1], frame.data[2], frame.data[3]};
  for (int y = 0; y < frame.height; ++y) {
    av_read_image_line2(row.data(), planes.data(), frame.linesize, &format, 0, y, channel, frame.width, 0,
                        sizeof row[0]);
    if (std::ranges::min(row) < (1 << depth) - 1) return true;
  }
  return false;
}

bool is_full_range(const AVFrame& frame) {
  if (frame.color_range != AVCOL_RANGE_UNSPECIFIED) return frame.color_range == AVCOL_RANGE_JPEG;
  const AVPixFmtDescriptor& format = *av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format));
  // Grey pictures and the old "yuvj" formats are full range by definition.
  return format.nb_components <= 2 || std::string_view(format.name).starts_with("yuvj");
}

Input::Input(const std::filesystem::path& file) : file_(file), source_(file) {
  send_messages_to_log();
  if (source_.size() == 0) throw Error(empty_file, {{"file", to_utf8(file_)}});
  open_format();
  find_video();
}

int Input::read_bytes(void* source, uint8_t* buffer, int size) {
  const int64_t count = static_cast<SourceFile*>(source)->read(buffer, static_cast<size_t>(size));
  return count == 0 ? AVERROR_EOF : static_cast<int>(count);  // FFmpeg uses negative errno, too
}

int64_t Input::seek_bytes(void* source, int64_t offset, int whence) {
  const auto* from = static_cast<SourceFile*>(source);
  if ((whence & AVSEEK_SIZE) != 0) return from->size();
  const off_t at = ::lseek(from->descriptor(), offset, whence & ~AVSEEK_FORCE);
  return at < 0 ? AVERROR(errno) : at;
}

void Input::open_format() {
  const std::string name = to_utf8(file_);
  auto* buffer = static_cast<uint8_t*>(av_malloc(source_buffer_bytes));
  if (buffer == nullptr) throw std::bad_alloc();
  bytes_.reset(avio_alloc_context(buffer, source_buffer_bytes, 0, &source_, read_bytes, nullptr, seek_bytes));
  if (!bytes_) {
    av_free(buffer);
    throw std::bad_alloc();
  }
  const AVInputFormat* guess = nullptr;
  int result = av_probe_input_buffer2(bytes_.get(), &guess, name.c_str(), nullptr, 0, 0);
  if (result >= 0 && is_guess_by_name(*guess)) {
    guess = nullptr;
    result = av_probe_input_buffer2(bytes_.get(), &guess, nullptr, nullptr, 0, 0);
  }
  if (result < 0 || is_guess_by_name(*guess))
    throw Error(not_media, {{"file", name}, {"reason", "its content is of no known format"}});
  score_ = result;

  AVFormatContext* format = avformat_alloc_context();
  if (format == nullptr) throw std::bad_alloc();
  format->pb = bytes_.get();
  format->io_open = refuse_further_files;
  result = avformat_open_input(&format, "", guess, nullptr);  // frees the context on failure
  if (result < 0) {
    const bool mp4 = std::string_view(guess->name).starts_with("mov") && starts_as_mp4(source_.descriptor());
    // Guessed only from the name: FFmpeg's complaint about the content would be confusing.
    const bool other = !mp4 && std::string_view(guess->name).starts_with("mov");
    throw Error(
        mp4 ? no_index : not_media,
        {{"file", name},
         {"reason", other ? "it is named as one, but its content is something else" : reason(result)}});
  }
  format_.reset(format);
  result = find_stream_info(format, is_picture());
  if (starts_with_animated_webp(source_.descriptor())) throw Error(animated_webp, {{"file", name}});
  if (result < 0 || format->nb_streams == 0)
    throw Error(not_media,
                {{"file", name}, {"reason", result < 0 ? reason(result) : "it holds no track at all"}});
}

void Input::find_video() {
  std::set<std::string> others;
  int best = av_find_best_stream(format_.get(), AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
  for (unsigned i = 0; i < format_->nb_streams; ++i) {
    AVStream& stream = *format_->streams[i];
    stream.discard = AVDISCARD_ALL;
    const bool cover = (stream.disposition & AV_DISPOSITION_ATTACHED_PIC) != 0;
    if (stream.codecpar->codec_type == AVMEDIA_TYPE_VIDEO && !cover) {
      if (best < 0 || (format_->streams[best]->disposition & AV_DISPOSITION_ATTACHED_PIC) != 0)
        best = static_cast<int>(i);
      continue;
    }
    const char* type = av_get_media_type_string(stream.codecpar->codec_type);
    others.insert(cover ? "a cover picture" : type != nullptr ? type : "data");
  }
  if (best < 0 || (format_->streams[best]->disposition & AV_DISPOSITION_ATTACHED_PIC) != 0) {
    const std::string tracks = join(others, " and ");
    throw Error(no_video, {{"file", to_utf8(file_)}, {"tracks", tracks}});
  }
  video_ = format_->streams[best];
  video_->discard = AVDISCARD_DEFAULT;
}

int Input::read(AVPacket& packet) {
  for (;;) {
    av_packet_unref(&packet);
    const int result = av_read_frame(format_.get(), &packet);
    if (result < 0 || packet.stream_index == video_->index) return result;
  }
}

bool Input::seek(int64_t timestamp) {
  return avformat_seek_file(format_.get(), video_->index, INT64_MIN, timestamp, timestamp, 0) >= 0;
}

bool Input::is_cut_off() const {
  if (!std::string_view(format_->iformat->name).starts_with("matroska")) return false;
  return matroska_end(source_.descriptor()).value_or(0) > source_.size();
}

bool Input::is_picture() const {
  return std::string_view(format_->iformat->name).ends_with("_pipe");
}

Codec open_decoder(const Input& input, const std::filesystem::path& file, int threads) {
  const AVCodecParameters& parameters = *input.video().codecpar;
  const AVCodec* decoder = decoder_of(input.video());
  Codec codec(decoder != nullptr ? avcodec_alloc_context3(decoder) : nullptr);
  if (!codec || avcodec_parameters_to_context(codec.get(), &parameters) < 0)
    throw Error(no_decoder, {{"file", to_utf8(file)}, {"codec", avcodec_get_name(parameters.codec_id)}});
  codec->pkt_timebase = input.video().time_base;
  codec->thread_count = threads;
  codec->max_pixels = most_pixels;
  const int result = avcodec_open2(codec.get(), decoder, nullptr);
  if (result < 0)
    throw Error(no_decoder,
                {{"file", to_utf8(file)},
                 {"codec", avcodec_get_name(parameters.codec_id) + (" (" + reason(result) + ")")}});
  return codec;
}

}  // namespace fw::media::libav
