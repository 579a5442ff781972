// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Winograd convolution with 3 x 3 or 2 x 2 taps, F(2 x 2, 3 x 3) and F(3 x 3, 2 x 2) (Lavin and Gray, "Fast
/// Algorithms for Convolutional Neural Networks", 2015): 4 pixels along an axis give 2 outputs of 3 taps, or
/// 3 of 2, with 4 products instead of 6, so a picture takes 4/9 of the multiplications. Taps along time are
/// summed as usual. A tile is 4 x 4 pixels; the three functions transform tiles, taps and sums to 16 values
/// each and back; in between are 16 ordinary matrix products. float32 on the CPU, channels-last. Thread: any;
/// each call does a part of the work.
namespace fw::kernels {

inline constexpr int64_t winograd_tile = 4, winograd_points = winograd_tile * winograd_tile;
/// Outputs of a tile along an axis.
inline constexpr int64_t winograd_outputs(int64_t taps) {
  return winograd_tile + 1 - taps;
}

/// Frames of pixels; strides in elements.
template <class T>
struct Pictures {
  T* data = nullptr;
  int64_t height = 0, width = 0, channels = 0;
  int64_t frame_stride = 0, row_stride = 0, pixel_stride = 0;
};

/// A block of tiles: some frames, some rows of tiles, and all columns.
struct WinogradTiles {
  int64_t taps = 3;     ///< per axis of a picture: 3 or 2
  int64_t padding = 0;  ///< zero pixels on each side of the input
  int64_t first_frame = 0;
  int64_t first_row = 0, rows = 0, columns = 0;
};

/// @param to   [frames, rows, columns, 16, channels]
/// @param first, end  rows of tiles, counted over the frames of the block
void winograd_input(const Pictures<const float>& x, const WinogradTiles& tiles, float* to, int64_t first,
                    int64_t end);

/// @param from  [frames, rows, columns, 16, channels]
/// @param bias  [channels]
void winograd_output(const float* from, const float* bias, const WinogradTiles& tiles,
                     const Pictures<float>& y, int64_t first, int64_t end);

/// @param taps    per axis
/// @param weight  [out, in, depth, taps, taps]
/// @param to      [16, out, depth, in]
/// @param first, end  of `out`
void winograd_weight(const float* weight, int64_t taps, int64_t out, int64_t in, int64_t depth, float* to,
                     int64_t first, int64_t end);

}  // namespace fw::kernels
