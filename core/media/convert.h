// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "media/frame.h"

namespace fw::media {

enum class Filter {
  area,     ///< each new pixel is the mean of the area it covers: no aliasing, no ringing; for making smaller
  lanczos,  ///< Lanczos with three lobes: sharper, and the better one for making larger
};

/// Which part of the shown picture is wanted, and how large.
struct View {
  std::optional<Rect> crop = {};  ///< in pixels of the shown picture; nothing: all of it
  Size size = {};                 ///< of the result. {0, 0}: as large as the crop
  Filter filter = Filter::area;
};

/// The part of `within` with the aspect of `size`, as large as it can be, in its middle: what is left when a
/// picture must fill `size` without being stretched.
Rect centre_crop(Rect within, Size size);

/// Decoded frames to RGB: with the matrix and range that the frame names (BT.601 and limited range where it
/// names none, as FFmpeg's programs, PyAV and decord do), 10 bits and more rounded to 8. HDR (PQ, HLG) is not
/// tone mapped (see ClipInfo::hdr). Transparent parts are shown on black. Keeps its scaler between
/// frames. Thread: one at a time.
class Converter {
 public:
  Converter();
  ~Converter();
  Converter(Converter&&) noexcept;
  Converter& operator=(Converter&&) noexcept;

  /// Upright, with square pixels, not resized: of a frame that is coded with square pixels the very ones that
  /// `ffmpeg -i file frame.png` gives.
  RgbImage to_rgb(const VideoFrame& frame);
  /// The same with 16 bits a channel, for frames of more than 8 bits.
  DeepImage to_rgb48(const VideoFrame& frame);
  /// Upright, with square pixels, cropped and resized. The crop is stretched to `view.size` when their
  /// aspects differ (centre_crop prevents that) and is exact to one coded pixel (two where chroma is halved).
  /// @throws fw::Error media.bad_view when the crop leaves the picture
  RgbImage to_rgb(const VideoFrame& frame, const View& view);
  /// The same into [height, width, 3] bytes that the caller has. @param rgb  size.width * size.height * 3
  /// bytes
  void to_rgb(const VideoFrame& frame, const View& view, std::span<uint8_t> rgb);
  /// The whole picture's luma, upright and resized by area. @throws fw::Error media.bad_view
  LumaImage to_luma(const VideoFrame& frame, Size size);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fw::media
