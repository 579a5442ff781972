// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Owners for the C objects of the FFmpeg libraries. For the files of core/media only: no other header of
/// this folder includes it, so that nobody else needs FFmpeg's headers.

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

/// What pixels mean on one side of a conversion.
struct PictureFormat {
  int width = 0;
  int height = 0;
  int format = AV_PIX_FMT_NONE;  ///< AVPixelFormat
  int matrix = SWS_CS_DEFAULT;   ///< AVColorSpace; of YUV formats only
  bool full_range = true;
  bool operator==(const PictureFormat&) const = default;
};
/// @throws std::bad_alloc also when there is no conversion between the formats
Scaler new_scaler(const PictureFormat& from, const PictureFormat& to, int flags);
/// The scaler that turns our RGB into what an encoder takes.
Scaler scaler_from_rgb24(const PictureFormat& to);

/// FFmpeg's sentence for an error number, without a full stop.
std::string reason(int error);

/// As error messages name a place in a clip: "12.34".
std::string seconds_text(double seconds);
/// Decoded in part only: the decoder concealed the rest.
bool is_damaged(const AVFrame& frame);
/// Whether its format has transparency, and whether any of its pixels uses it.
bool has_alpha(const AVFrame& frame);
bool is_see_through(const AVFrame& frame);
/// Black is 0 and white 255, as the frame says or, where it says nothing, as its format has it.
bool is_full_range(const AVFrame& frame);

/// An open file and its one video track. Reads through an own byte source, so that a file can neither refer
/// to other files nor to the network, and its name is never taken for a pattern or a protocol. Thread: one at
/// a time.
class Input {
 public:
  /// @throws fw::Error media.unreadable, empty_file, not_media, no_index, animated_webp, no_video
  explicit Input(const std::filesystem::path& file);
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  AVFormatContext& format() const { return *format_; }
  AVStream& video() const { return *video_; }
  /// The next packet of the video track: 0, AVERROR_EOF at the end, or what went wrong.
  int read(AVPacket& packet);
  /// To a key packet at or before `timestamp` (in the track's time base). False when the format cannot.
  bool seek(int64_t timestamp);
  /// A one-frame format: PNG, JPEG, WebP and the like.
  bool is_picture() const;
  /// The file is shorter than its header says. Known of Matroska only, whose reader takes it for a regular
  /// end.
  bool is_cut_off() const;
  int64_t file_bytes() const { return source_.size(); }

 private:
  void open_format();
  void find_video();
  static int read_bytes(void* source, uint8_t* buffer, int size);
  static int64_t seek_bytes(void* source, int64_t offset, int whence);

  std::filesystem::path file_;
  SourceFile source_;  // outlives what reads through it
  std::unique_ptr<AVIOContext, Deleter> bytes_;
  std::unique_ptr<AVFormatContext, Deleter> format_;
  AVStream* video_ = nullptr;
};

/// FFmpeg's own messages are details for the log file; what the user must know is thrown or listed as a
/// warning. Called wherever FFmpeg starts to work; once is enough. Thread: any.
void send_messages_to_log();

/// A decoder for the input's video track.
/// @param threads  0: as many as there are cores
/// @throws fw::Error media.no_decoder
Codec open_decoder(const Input& input, const std::filesystem::path& file, int threads);

}  // namespace fw::media::libav
