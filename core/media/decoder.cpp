// SPDX-License-Identifier: Apache-2.0
#include "media/decoder.h"

#include <algorithm>
#include <utility>

namespace fw::media::libav {

namespace {
constexpr int most_threads = 64;
}

Decoder::Decoder(std::filesystem::path file, int threads)
    : file_(std::move(file)),
      input_(std::make_unique<Input>(file_)),
      codec_(open_decoder(*input_, file_, threads)),
      packet_(new_packet()) {}

bool Decoder::next(AVFrame& frame) {
  for (;;) {
    const int result = avcodec_receive_frame(codec_.get(), &frame);
    if (result == 0) {
      // Some decoders do not notice that their packet was cut off.
      if (std::ranges::find(incomplete_, frame.pts) != incomplete_.end())
        frame.flags |= AV_FRAME_FLAG_CORRUPT;
      return true;
    }
    if (result == AVERROR_EOF) return false;
    if (result == AVERROR(EAGAIN)) {
      feed();
    } else {
      remember(result, AV_NOPTS_VALUE);
      // Each thread of the decoder may still hold a frame behind a failed one; more failures than threads
      // would never end.
      if (drained_ && ++failures_while_drained_ > most_threads) return false;
    }
  }
}

void Decoder::feed() {
  if (!std::exchange(packet_waiting_, false)) {
    const int result = input_->read(*packet_);
    if (result < 0) {
      if (result != AVERROR_EOF) read_error_ = result;
      drained_ = true;
      avcodec_send_packet(codec_.get(), nullptr);
      return;
    }
  }
  if ((packet_->flags & AV_PKT_FLAG_CORRUPT) != 0 && packet_->pts != AV_NOPTS_VALUE)
    incomplete_.push_back(packet_->pts);
  // Only H.264 marks each picture as referenced or not, so skipping is exact only there.
  if (codec_->codec_id == AV_CODEC_ID_H264)
    codec_->skip_frame =
        packet_->pts != AV_NOPTS_VALUE && packet_->pts < wanted_from_ ? AVDISCARD_NONREF : AVDISCARD_DEFAULT;
  const int result = avcodec_send_packet(codec_.get(), packet_.get());
  if (result < 0) remember(result, packet_->pts);
}

void Decoder::remember(int error, int64_t pts) {
  ++failures_;
  if (!first_failure_) first_failure_ = Failure{error, pts};
}

void Decoder::restart() {
  avcodec_flush_buffers(codec_.get());
  drained_ = false;
  failures_while_drained_ = 0;
  packet_waiting_ = false;
  incomplete_.clear();
  first_failure_.reset();
  failures_ = 0;
  read_error_ = 0;
}

std::optional<int64_t> Decoder::seek(int64_t timestamp) {
  restart();
  if (!input_->seek(timestamp)) return std::nullopt;
  while (input_->read(*packet_) >= 0) {
    if ((packet_->flags & AV_PKT_FLAG_KEY) == 0 || packet_->pts == AV_NOPTS_VALUE) continue;
    packet_waiting_ = true;
    return packet_->pts;
  }
  return std::nullopt;
}

void Decoder::rewind() {
  input_.reset();
  input_ = std::make_unique<Input>(file_);
  restart();
}

}  // namespace fw::media::libav
