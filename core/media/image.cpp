// SPDX-License-Identifier: Apache-2.0
#include "media/image.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <new>

#include "base/atomic_file.h"
#include "base/paths.h"
#include "media/clip_reader.h"
#include "media/convert.h"
#include "media/errors.h"
#include "media/libav.h"

namespace fw::media {

namespace {

struct PictureCodec {
  const char* encoder;
  AVPixelFormat format;
};

PictureCodec codec_of(ImageFormat format) {
  switch (format) {
    case ImageFormat::png:
      return {"png", AV_PIX_FMT_RGB24};
    case ImageFormat::jpeg:
      return {"mjpeg", AV_PIX_FMT_YUVJ444P};
    case ImageFormat::webp:
      return {"libwebp", AV_PIX_FMT_BGRA};
  }
  return {};
}

[[noreturn]] void fail(const std::string& what, int error) {
  throw Error(bad_output, {{"file", what}, {"reason", libav::reason(error)}});
}

std::vector<uint8_t> encode(const AVFrame& frame, const PictureCodec& picture, int jpeg_quality) {
  const AVCodec* encoder = avcodec_find_encoder_by_name(picture.encoder);
  const libav::Codec codec(encoder != nullptr ? avcodec_alloc_context3(encoder) : nullptr);
  if (!codec) fail(std::string("a picture by ") + picture.encoder, AVERROR_ENCODER_NOT_FOUND);
  codec->width = frame.width;
  codec->height = frame.height;
  codec->pix_fmt = picture.format;
  codec->time_base = {1, 25};
  codec->color_range = AVCOL_RANGE_JPEG;
  codec->thread_count = 1;
  if (codec->codec_id == AV_CODEC_ID_MJPEG) {
    // The encoder's quantiser ranges from 1 (best) to 31.
    codec->flags |= AV_CODEC_FLAG_QSCALE;
    codec->global_quality = FF_QP2LAMBDA * std::clamp(31 - 30 * jpeg_quality / 100, 1, 31);
  }
  AVDictionary* options = nullptr;
  if (codec->codec_id == AV_CODEC_ID_WEBP) av_dict_set(&options, "lossless", "1", 0);
  int result = avcodec_open2(codec.get(), encoder, &options);
  av_dict_free(&options);
  const libav::Packet packet = libav::new_packet();
  const libav::Frame copy(av_frame_clone(&frame));
  if (!copy) throw std::bad_alloc();
  copy->quality = codec->global_quality;
  if (result >= 0) result = avcodec_send_frame(codec.get(), copy.get());
  if (result >= 0) result = avcodec_send_frame(codec.get(), nullptr);
  if (result >= 0) result = avcodec_receive_packet(codec.get(), packet.get());
  if (result < 0) fail(std::string("a picture by ") + picture.encoder, result);
  return {packet->data, packet->data + packet->size};
}

libav::Frame packed_frame(AVPixelFormat format, int width, int height, const std::vector<uint8_t>& pixels) {
  if (width <= 0 || height <= 0) fail("a picture without pixels", AVERROR(EINVAL));
  libav::Frame frame = libav::new_picture(format, width, height);
  const size_t row_bytes = pixels.size() / static_cast<size_t>(height);
  for (int y = 0; y < height; ++y)
    std::memcpy(frame->data[0] + static_cast<ptrdiff_t>(y) * frame->linesize[0],
                pixels.data() + static_cast<size_t>(y) * row_bytes, row_bytes);
  return frame;
}

void save(const std::filesystem::path& file, const std::vector<uint8_t>& bytes, Existing existing) {
  AtomicFile out(file, existing);
  out.write(std::as_bytes(std::span(bytes)));
  out.commit();
}

}  // namespace

ImageFormat image_format_of(const std::filesystem::path& file) {
  std::string extension = to_utf8(file.extension());
  std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
  if (extension == ".png") return ImageFormat::png;
  if (extension == ".jpg" || extension == ".jpeg") return ImageFormat::jpeg;
  if (extension == ".webp") return ImageFormat::webp;
  throw Error(bad_output,
              {{"file", to_utf8(file)}, {"reason", "its name ends neither in .png, .jpg nor .webp"}});
}

RgbImage read_image(const std::filesystem::path& file) {
  ClipReader reader(file, {.threads = 1});
  return Converter().to_rgb(reader.read(0), View{});
}

std::vector<uint8_t> encode_image(const RgbImage& image, ImageFormat format, int jpeg_quality) {
  const PictureCodec picture = codec_of(format);
  const libav::Frame rgb = packed_frame(AV_PIX_FMT_RGB24, image.width, image.height, image.pixels);
  if (picture.format == AV_PIX_FMT_RGB24) return encode(*rgb, picture, jpeg_quality);
  const libav::Frame converted = libav::new_picture(picture.format, image.width, image.height);
  const libav::Scaler scaler = libav::scaler_from_rgb24({image.width, image.height, picture.format});
  sws_scale(scaler.get(), rgb->data, rgb->linesize, 0, image.height, converted->data, converted->linesize);
  return encode(*converted, picture, jpeg_quality);
}

void write_image(const std::filesystem::path& file, const RgbImage& image, Existing existing) {
  save(file, encode_image(image, image_format_of(file)), existing);
}

void write_frame(const std::filesystem::path& file, const VideoFrame& frame, Existing existing) {
  if (frame.bit_depth() <= 8 || image_format_of(file) != ImageFormat::png) {
    write_image(file, Converter().to_rgb(frame), existing);
    return;
  }
  const DeepImage image = Converter().to_rgb48(frame);
  save(file,
       encode(*packed_frame(AV_PIX_FMT_RGB48BE, image.width, image.height, image.pixels),
              {"png", AV_PIX_FMT_RGB48BE}, 0),
       existing);
}

}  // namespace fw::media
