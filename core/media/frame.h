// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct AVFrame;

namespace fw::media {

struct Size {
  int width = 0;
  int height = 0;
  bool operator==(const Size&) const = default;
};

/// In pixels of the displayed picture (upright, square pixels), from its top left corner.
struct Rect {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
  bool operator==(const Rect&) const = default;
};

struct Rational {
  int64_t numerator = 0;
  int64_t denominator = 1;
  double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
  bool operator==(const Rational&) const = default;
};

/// How coded pixels become the displayed picture: first a transposition (x and y swapped), then flips, then
/// stretching by the sample aspect. These eight cases are all that cameras and EXIF define.
struct Presentation {
  bool transpose = false;
  bool flip_x = false;
  bool flip_y = false;
  Rational sample_aspect{1, 1};  ///< width to height of one coded pixel

  /// Clockwise: 0, 90, 180 or 270; for a mirrored picture, after mirroring left to right.
  int rotation_degrees() const;
  bool mirrored() const { return transpose != (flip_x != flip_y); }
  /// Upright and with square pixels: stretches the coded width and keeps the height.
  Size shown_size(Size coded) const;
  bool operator==(const Presentation&) const = default;
};

/// Packed RGB, 8 bits, full range: [height, width, 3] without padding.
struct RgbImage {
  int width = 0;
  int height = 0;
  std::vector<uint8_t> pixels;

  RgbImage() = default;
  RgbImage(int width, int height)
      : width(width), height(height), pixels(static_cast<size_t>(width) * static_cast<size_t>(height) * 3) {}
  uint8_t* row(int y) { return pixels.data() + static_cast<size_t>(y) * static_cast<size_t>(width) * 3; }
  const uint8_t* row(int y) const {
    return pixels.data() + static_cast<size_t>(y) * static_cast<size_t>(width) * 3;
  }
  bool operator==(const RgbImage&) const = default;
};

/// One channel, 8 bits, full range: [height, width].
struct LumaImage {
  Size size;
  std::vector<uint8_t> pixels;
};

/// Packed RGB, 16 bits, full range, most significant byte first: [height, width, 3] without padding.
struct DeepImage {
  int width = 0;
  int height = 0;
  std::vector<uint8_t> pixels;
};

/// One decoded frame, as coded: planes, bit depth, chroma sampling, fields and orientation untouched. Shares
/// the decoder's buffers; copies are shallow. Thread: any; the pixels never change.
class VideoFrame {
 public:
  struct Plane {
    const uint8_t* data;
    int stride;  ///< bytes from one row to the next; may be negative
    int row_bytes;
    int rows;
  };

  VideoFrame(std::shared_ptr<const AVFrame> frame, int64_t number, double time_s, Presentation presentation,
             bool damaged);

  int64_t number() const { return number_; }  ///< in display order, from 0
  double time_s() const { return time_s_; }   ///< since the first frame
  bool damaged() const { return damaged_; }   ///< partly decoded; the rest is concealed
  const Presentation& presentation() const { return presentation_; }
  /// The same pixels with the identity presentation.
  VideoFrame as_coded() const { return {frame_, number_, time_s_, Presentation{}, damaged_}; }
  Size coded_size() const;
  Size shown_size() const { return presentation_.shown_size(coded_size()); }
  int bit_depth() const;
  std::string pixel_format() const;  ///< FFmpeg's name, e.g. "yuv420p10le"
  std::vector<Plane> planes() const;
  const AVFrame& av() const { return *frame_; }

 private:
  std::shared_ptr<const AVFrame> frame_;
  int64_t number_;
  double time_s_;
  Presentation presentation_;
  bool damaged_;
};

}  // namespace fw::media
