// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Owners of the C objects of the FFmpeg libraries. Internal to core/media: no other header of this folder
/// includes it, so that other code does not need FFmpeg's headers.

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
}

#include <filesystem>
#include <memory>
#include <string>

#include "media/source_file.h"

namespace fw::media::libav {

struct Deleter {
  void operator()(AVPacket* packet) const { av_packet_free(&packet); }
  void operator()(AVFrame* frame) const { av_frame_free(&frame); }
  void operator()(AVCodecContext* codec) const { avcodec_free_context(&codec); }
  void operator()(AVFormatContext* format) const { avformat_close_input(&format); }
  void operator()(AVIOContext* bytes) const {
    av_freep(&bytes->buffer);
    avio_context_free(&bytes);
  }
  void operator()(SwsContext* scaler) const { sws_freeContext(scaler); }
};
using Packet = std::unique_ptr<AVPacket, Deleter>;
using Frame = std::unique_ptr<AVFrame, Deleter>;
using Codec = std::unique_ptr<AVCodecContext, Deleter>;
using Scaler = std::unique_ptr<SwsContext, Deleter>;

/// @throws std::bad_alloc
Packet new_packet();
Frame new_frame();
/// A frame with its own buffers. @throws std::bad_alloc
Frame new_picture(AVPixelFormat format, int width, int height);

/// Pixel format on one side of a conversion.
struct PictureFormat {
  int width = 0;
  int height = 0;
  int format = AV_PIX_FMT_NONE;  ///< AVPixelFormat
  int matrix = SWS_CS_DEFAULT;   ///< AVColorSpace; only for YUV formats
  bool full_range = true;
  bool operator==(const PictureFormat&) const = default;
};
/// @throws std::bad_alloc also if the formats cannot be converted
Scaler new_scaler(const PictureFormat& from, const PictureFormat& to, int flags);
/// The scaler from RGB to an encoder's input format.
Scaler scaler_from_rgb24(const PictureFormat& to);

/// FFmpeg's description of an error number, without a full stop.
std::string reason(int error);

/// Formats a time for error messages: "12.34".
std::string seconds_text(double seconds);
/// True if it was decoded only in part: the decoder concealed the rest.
bool is_damaged(const AVFrame& frame);
/// How long the frame is shown, in ticks of its track; 0 if unknown.
int64_t duration_of(const AVFrame& frame);
/// True if its format has transparency; true if any of its pixels is transparent.
bool has_alpha(const AVFrame& frame);
bool is_see_through(const AVFrame& frame);
/// True if black is 0 and white 255: as the frame states, or else as its format implies.
bool is_full_range(const AVFrame& frame);

/// An open file and its single video track. Reads through its own byte source, so that a file can refer
/// neither to other files nor to the network, and its name is never interpreted as a pattern or a protocol.
/// Thread: one at a time.
class Input {
 public:
  /// @throws fw::Error media.unreadable, empty_file, not_media, no_index, animated_webp, no_video
  explicit Input(const std::filesystem::path& file);
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  AVFormatContext& format() const { return *format_; }
  AVStream& video() const { return *video_; }
  /// Reads the next packet of the video track. Returns 0, AVERROR_EOF at the end, or an error.
  int read(AVPacket& packet);
  /// Seeks to a key packet at or before `timestamp` (in the track's time base). False if the format cannot.
  bool seek(int64_t timestamp);
  /// A one-frame format: PNG, JPEG, WebP and the like.
  bool is_picture() const;
  /// True if the file is shorter than its header says. Known only for Matroska, whose reader treats this as a
  /// regular end.
  bool is_cut_off() const;
  int64_t file_bytes() const { return source_.size(); }
  /// How surely the content is of its format, up to AVPROBE_SCORE_MAX; names count for half of that.
  int score() const { return score_; }

 private:
  void open_format();
  void find_video();
  static int read_bytes(void* source, uint8_t* buffer, int size);
  static int64_t seek_bytes(void* source, int64_t offset, int whence);

  std::filesystem::path file_;
  SourceFile source_;  // outlives the objects that read through it
  std::unique_ptr<AVIOContext, Deleter> bytes_;
  std::unique_ptr<AVFormatContext, Deleter> format_;
  AVStream* video_ = nullptr;
  int score_ = 0;
};

/// Sends FFmpeg's own messages to the log file; problems that the user must know are thrown or listed as
/// warnings. Called wherever FFmpeg starts to work; repeated calls do nothing. Thread: any.
void send_messages_to_log();

/// Opens a decoder for the input's video track.
/// @param threads  0: one per core
/// @throws fw::Error media.no_decoder
Codec open_decoder(const Input& input, const std::filesystem::path& file, int threads);

}  // namespace fw::media::libav
