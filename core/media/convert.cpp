// SPDX-License-Identifier: Apache-2.0
#include "media/convert.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/log.h"
#include "media/libav.h"

namespace fw::media {

namespace {

constexpr ErrorCode bad_view{
    "media.bad_view", FW_TEXT("errors", "The picture cannot be cropped or resized like this: {reason}."),
    FW_TEXT("errors", "Correct the crop or the size."), Blame::input};
constexpr int most_side = 16384;

// Pixels without padding between rows.
struct PackedPicture {
  uint8_t* data;
  int width, height, pixel_bytes;
  size_t bytes() const {
    return static_cast<size_t>(width) * static_cast<size_t>(height) * static_cast<size_t>(pixel_bytes);
  }
};

int flags_of(Filter filter) {
  return (filter == Filter::area ? SWS_AREA : SWS_LANCZOS) | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT;
}

// A rectangle of coded pixels.
struct Part {
  int left, top, width, height;
};

// Maps an interval of the displayed picture to one coded axis, aligned to `step`.
std::pair<int, int> along(double from, double to, bool flipped, double shown, int coded, int step) {
  if (flipped) std::tie(from, to) = std::pair(shown - to, shown - from);
  const double scale = coded / shown;
  const int start = std::min(static_cast<int>(std::lround(from * scale / step)) * step, coded - 1);
  const int end = static_cast<int>(std::lround(to * scale));
  return {start, std::clamp(end - start, 1, coded - start)};
}

Part coded_part(const VideoFrame& frame, const Rect& crop) {
  const AVPixFmtDescriptor& format = *av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.av().format));
  const Presentation& shown = frame.presentation();
  const Size size = frame.shown_size();
  const Size coded = frame.coded_size();
  double x0 = crop.x, x1 = crop.x + crop.width, y0 = crop.y, y1 = crop.y + crop.height;
  bool flip_x = shown.flip_x, flip_y = shown.flip_y;
  double width = size.width, height = size.height;
  if (shown.transpose) {
    std::swap(x0, y0);
    std::swap(x1, y1);
    std::swap(flip_x, flip_y);
    std::swap(width, height);
  }
  const auto [left, part_width] = along(x0, x1, flip_x, width, coded.width, 1 << format.log2_chroma_w);
  const auto [top, part_height] = along(y0, y1, flip_y, height, coded.height, 1 << format.log2_chroma_h);
  return {left, top, part_width, part_height};
}

libav::Frame cut_out(const AVFrame& frame, const Part& part) {
  libav::Frame cut(av_frame_clone(&frame));
  if (!cut) throw std::bad_alloc();
  cut->crop_left = static_cast<size_t>(part.left);
  cut->crop_top = static_cast<size_t>(part.top);
  cut->crop_right = static_cast<size_t>(frame.width - part.left - part.width);
  cut->crop_bottom = static_cast<size_t>(frame.height - part.top - part.height);
  av_frame_apply_cropping(cut.get(), AV_FRAME_CROP_UNALIGNED);
  return cut;
}

void check_size(Size size) {
  if (size.width <= 0 || size.height <= 0 || size.width > most_side || size.height > most_side)
    throw Error(bad_view,
                {{"reason", fmt::format("the size {}x{} is not possible", size.width, size.height)}});
}

/// Multiplies packed RGBA colours by their alpha.
template <typename Value>
void multiply_by_alpha(AVFrame& frame) {
  constexpr uint32_t opaque = std::numeric_limits<Value>::max();
  for (int y = 0; y < frame.height; ++y) {
    auto* pixel = reinterpret_cast<Value*>(frame.data[0] + static_cast<ptrdiff_t>(y) * frame.linesize[0]);
    for (int x = 0; x < frame.width; ++x, pixel += 4) {
      for (int channel = 0; channel < 3; ++channel)
        pixel[channel] = static_cast<Value>((uint32_t{pixel[channel]} * pixel[3] + opaque / 2) / opaque);
    }
  }
}

// `from` is coded, `to` upright; both have the same pixel_bytes and number of pixels.
void make_upright(const PackedPicture& from, const Presentation& shown, const PackedPicture& to) {
  const auto pixel_bytes = static_cast<size_t>(from.pixel_bytes);
  const auto from_width = static_cast<size_t>(from.width);
  uint8_t* out = to.data;
  for (int y = 0; y < to.height; ++y) {
    const int flipped_y = shown.flip_y ? to.height - 1 - y : y;
    for (int x = 0; x < to.width; ++x, out += pixel_bytes) {
      const int flipped_x = shown.flip_x ? to.width - 1 - x : x;
      const auto row = static_cast<size_t>(shown.transpose ? flipped_x : flipped_y);
      const auto column = static_cast<size_t>(shown.transpose ? flipped_y : flipped_x);
      std::memcpy(out, from.data + (row * from_width + column) * pixel_bytes, pixel_bytes);
    }
  }
}

}  // namespace

Rect centre_crop(Rect within, Size size) {
  Rect crop = within;
  const double aspect = static_cast<double>(size.width) / size.height;
  if (within.width > within.height * aspect) {
    crop.width = std::max(1, static_cast<int>(std::lround(within.height * aspect)));
  } else {
    crop.height = std::max(1, static_cast<int>(std::lround(within.width / aspect)));
  }
  crop.x += (within.width - crop.width) / 2;
  crop.y += (within.height - crop.height) / 2;
  return crop;
}

namespace {

/// A scaler with the parameters it was created for.
class KeptScaler {
 public:
  void scale(const AVFrame& frame, uint8_t* to, int stride, const libav::PictureFormat& into, int flags) {
    const int matrix = frame.colorspace == AVCOL_SPC_UNSPECIFIED ? SWS_CS_DEFAULT : frame.colorspace;
    const libav::PictureFormat from{frame.width, frame.height, frame.format, matrix,
                                    libav::is_full_range(frame)};
    if (!scaler_ || from_ != from || into_ != into || flags_ != flags) {
      scaler_ = libav::new_scaler(from, into, flags);
      std::tie(from_, into_, flags_) = std::tie(from, into, flags);
    }
    sws_scale(scaler_.get(), frame.data, frame.linesize, 0, frame.height, &to, &stride);
  }

 private:
  libav::PictureFormat from_, into_;
  int flags_ = 0;
  libav::Scaler scaler_;
};

}  // namespace

struct Converter::State {
  KeptScaler scaler, alpha_scaler;
  std::vector<uint8_t> turned;  // before it is made upright

  libav::Frame on_black(const AVFrame& frame);
  void scale(const AVFrame& frame, PackedPicture to, int flags, AVPixelFormat format);
  void scale_upright(const AVFrame& frame, const Presentation& shown, PackedPicture to, int flags,
                     AVPixelFormat format);
};

/// Blends transparent parts with black as packed RGBA: colours hidden there in the file are not shown.
libav::Frame Converter::State::on_black(const AVFrame& frame) {
  const bool deep = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(frame.format))->comp[0].depth > 8;
  const AVPixelFormat format = deep ? AV_PIX_FMT_RGBA64 : AV_PIX_FMT_RGBA;
  libav::Frame flat = libav::new_picture(format, frame.width, frame.height);
  alpha_scaler.scale(frame, flat->data[0], flat->linesize[0], {frame.width, frame.height, format},
                     flags_of(Filter::area));
  deep ? multiply_by_alpha<uint16_t>(*flat) : multiply_by_alpha<uint8_t>(*flat);
  return flat;
}

void Converter::State::scale(const AVFrame& frame, PackedPicture to, int flags, AVPixelFormat format) {
  const libav::Frame flat = libav::has_alpha(frame) ? on_black(frame) : nullptr;
  scaler.scale(flat ? *flat : frame, to.data, to.width * to.pixel_bytes, {to.width, to.height, format},
               flags);
}

void Converter::State::scale_upright(const AVFrame& frame, const Presentation& shown, PackedPicture to,
                                     int flags, AVPixelFormat format) {
  if (!shown.transpose && !shown.flip_x && !shown.flip_y) {
    scale(frame, to, flags, format);
    return;
  }
  PackedPicture coded = to;
  if (shown.transpose) std::swap(coded.width, coded.height);
  turned.resize(coded.bytes());
  coded.data = turned.data();
  scale(frame, coded, flags, format);
  make_upright(coded, shown, to);
}

Converter::Converter() : state_(std::make_unique<State>()) {}
Converter::~Converter() = default;
Converter::Converter(Converter&&) noexcept = default;
Converter& Converter::operator=(Converter&&) noexcept = default;

RgbImage Converter::to_rgb(const VideoFrame& frame) {
  const Size size = frame.shown_size();
  RgbImage image(size.width, size.height);
  state_->scale_upright(frame.av(), frame.presentation(), {image.pixels.data(), size.width, size.height, 3},
                        SWS_BICUBIC, AV_PIX_FMT_RGB24);
  return image;
}

DeepImage Converter::to_rgb48(const VideoFrame& frame) {
  const Size size = frame.shown_size();
  DeepImage image{size.width, size.height, {}};
  image.pixels.resize(static_cast<size_t>(size.width) * static_cast<size_t>(size.height) * 6);
  state_->scale_upright(frame.av(), frame.presentation(), {image.pixels.data(), size.width, size.height, 6},
                        SWS_BICUBIC, AV_PIX_FMT_RGB48BE);
  return image;
}

LumaImage Converter::to_luma(const VideoFrame& frame, Size size) {
  check_size(size);
  LumaImage image{size, {}};
  image.pixels.resize(static_cast<size_t>(size.width) * static_cast<size_t>(size.height));
  state_->scale_upright(frame.av(), frame.presentation(), {image.pixels.data(), size.width, size.height, 1},
                        flags_of(Filter::area), AV_PIX_FMT_GRAY8);
  return image;
}

RgbImage Converter::to_rgb(const VideoFrame& frame, const View& view) {
  const Size shown = frame.shown_size();
  Size size = view.size;
  if (size == Size{}) size = view.crop ? Size{view.crop->width, view.crop->height} : shown;
  check_size(size);
  RgbImage image(size.width, size.height);
  to_rgb(frame, {view.crop, size, view.filter}, image.pixels);
  return image;
}

void Converter::to_rgb(const VideoFrame& frame, const View& view, std::span<uint8_t> rgb) {
  const Size shown = frame.shown_size();
  const Rect crop = view.crop.value_or(Rect{0, 0, shown.width, shown.height});
  if (crop.x < 0 || crop.y < 0 || crop.width <= 0 || crop.height <= 0 || crop.width > shown.width - crop.x ||
      crop.height > shown.height - crop.y)
    throw Error(bad_view,
                {{"reason", fmt::format("the crop {}x{}+{}+{} leaves the picture of {}x{}", crop.width,
                                        crop.height, crop.x, crop.y, shown.width, shown.height)}});
  const PackedPicture target{rgb.data(), view.size.width, view.size.height, 3};
  if (rgb.size() != target.bytes())
    throw std::invalid_argument("Converter::to_rgb: wrong size of the buffer");
  const libav::Frame cut = cut_out(frame.av(), coded_part(frame, crop));
  state_->scale_upright(*cut, frame.presentation(), target, flags_of(view.filter), AV_PIX_FMT_RGB24);
}

}  // namespace fw::media
