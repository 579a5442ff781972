// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "media/frame.h"

namespace fw::media {

enum class Filter {
  area,     ///< averages the area of each new pixel: no aliasing, no ringing; for downscaling
  lanczos,  ///< Lanczos with three lobes: sharper, and better for upscaling
};

/// The part of the displayed picture to convert, and its target size.
struct View {
  std::optional<Rect> crop = {};  ///< in pixels of the displayed picture; nullopt: all of it
  Size size = {};                 ///< of the result. {0, 0}: the size of the crop
  Filter filter = Filter::area;
};

/// The largest centered part of `within` with the aspect ratio of `size`: what remains when a picture fills
/// `size` without being stretched.
Rect centre_crop(Rect within, Size size);

/// Converts decoded frames to RGB with the frame's matrix and range (default: BT.601 and limited range, like
/// FFmpeg's programs, PyAV and decord); 10 bits and more are rounded to 8. HDR (PQ, HLG) is not tone mapped
/// (see ClipInfo::hdr). Transparent parts are shown on black. Reuses its scaler between frames. Thread: one
/// at a time.
class Converter {
 public:
  Converter();
  ~Converter();
  Converter(Converter&&) noexcept;
  Converter& operator=(Converter&&) noexcept;

  /// Upright, with square pixels, not resized: for frames coded with square pixels, exactly the pixels of
  /// `ffmpeg -i file frame.png`.
  RgbImage to_rgb(const VideoFrame& frame);
  /// Like to_rgb() with 16 bits per channel, for frames of more than 8 bits.
  DeepImage to_rgb48(const VideoFrame& frame);
  /// Upright, with square pixels, cropped and resized. If the aspect ratios differ, the crop is stretched to
  /// `view.size` (centre_crop avoids that). It is exact to one coded pixel (two with subsampled chroma).
  /// @throws fw::Error media.bad_view if the crop exceeds the picture
  RgbImage to_rgb(const VideoFrame& frame, const View& view);
  /// Writes into a caller's buffer, [height, width, 3]. @param rgb  size.width * size.height * 3 bytes
  void to_rgb(const VideoFrame& frame, const View& view, std::span<uint8_t> rgb);
  /// The luma of the whole picture, upright and resized by area. @throws fw::Error media.bad_view
  LumaImage to_luma(const VideoFrame& frame, Size size);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fw::media
