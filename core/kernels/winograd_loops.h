// SPDX-License-Identifier: Apache-2.0
//
// The loops of winograd.h, compiled once per instruction set (winograd_avx2.cpp, winograd_cpu.cpp), each in
// its own namespace, FW_INSTRUCTIONS. The compiler vectorises over eight channels.
#include "kernels/winograd_table.h"

namespace fw::kernels::FW_INSTRUCTIONS {

namespace {

constexpr int tile = winograd_tile, points = winograd_points;

/// Channels at a time; a line of this length stands in for pixels outside the picture.
constexpr int64_t piece = 256;
inline int64_t at_most_a_piece(int64_t channels) {
  return channels < piece ? channels : piece;
}

/// The input transform along one axis. @param to  four values, `stride` apart
inline void differences_of(float a, float b, float c, float d, float* to, int64_t stride) {
  to[0] = a - c;
  to[stride] = b + c;
  to[2 * stride] = c - b;
  to[3 * stride] = b - d;
}

/// @param to  the first of 16 values, `stride` apart
void input_tile(const float* const* pixels, int64_t count, float* to, int64_t stride) {
#pragma GCC ivdep
  for (int64_t c = 0; c < count; ++c) {
    float rows[tile][tile];
#pragma GCC unroll 4
    for (int j = 0; j < tile; ++j)
      differences_of(pixels[j][c], pixels[tile + j][c], pixels[2 * tile + j][c], pixels[3 * tile + j][c],
                     &rows[0][j], tile);
#pragma GCC unroll 4
    for (int i = 0; i < tile; ++i)
      differences_of(rows[i][0], rows[i][1], rows[i][2], rows[i][3], to + i * tile * stride + c, stride);
  }
}

void input(const Pictures<const float>& x, const WinogradTiles& tiles, float* to, int64_t first,
           int64_t end) {
  const float zeros[piece] = {};
  const int64_t step = winograd_outputs(tiles.taps);
  for (int64_t line = first; line < end; ++line) {
    const float* const frame = x.data + (tiles.first_frame + line / tiles.rows) * x.frame_stride;
    const int64_t top = (tiles.first_row + line % tiles.rows) * step - tiles.padding;
    for (int64_t column = 0; column < tiles.columns; ++column) {
      const int64_t left = column * step - tiles.padding;
      float* const numbers = to + (line * tiles.columns + column) * points * x.channels;
      for (int64_t done = 0; done < x.channels; done += piece) {
        const float* pixels[points];
        for (int i = 0; i < points; ++i) {
          const int64_t row = top + i / tile, at = left + i % tile;
          const bool inside = row >= 0 && row < x.height && at >= 0 && at < x.width;
          pixels[i] = inside ? frame + row * x.row_stride + at * x.pixel_stride + done : zeros;
        }
        input_tile(pixels, at_most_a_piece(x.channels - done), numbers + done, x.channels);
      }
    }
  }
}

/// The output transform along one axis. @param m  four values, `stride` apart
template <int outputs>
inline void sums_of(const float* m, int64_t stride, float* y) {
  const float a = m[0], b = m[stride], c = m[2 * stride], d = m[3 * stride];
  y[0] = a + b + c;
  if constexpr (outputs == 2) {
    y[1] = b - c - d;
  } else {
    y[1] = b - c;
    y[2] = b + c - d;
  }
}

/// @param from  the first of 16 values, `stride` apart
template <int outputs>
void output_tile(const float* from, int64_t stride, const float* bias, int64_t count, float* const* pixels) {
#pragma GCC ivdep
  for (int64_t c = 0; c < count; ++c) {
    float rows[tile][outputs];
#pragma GCC unroll 4
    for (int i = 0; i < tile; ++i) sums_of<outputs>(from + i * tile * stride + c, stride, rows[i]);
#pragma GCC unroll 3
    for (int j = 0; j < outputs; ++j) {
      float sums[outputs];
      sums_of<outputs>(rows[0] + j, outputs, sums);
#pragma GCC unroll 3
      for (int i = 0; i < outputs; ++i) pixels[i * outputs + j][c] = sums[i] + bias[c];
    }
  }
}

template <int outputs>
void output_of(const float* from, const float* bias, const WinogradTiles& tiles, const Pictures<float>& y,
               int64_t first, int64_t end) {
  float beyond[piece];
  for (int64_t line = first; line < end; ++line) {
    float* const frame = y.data + (tiles.first_frame + line / tiles.rows) * y.frame_stride;
    const int64_t top = (tiles.first_row + line % tiles.rows) * outputs;
    for (int64_t column = 0; column < tiles.columns; ++column) {
      const float* const numbers = from + (line * tiles.columns + column) * points * y.channels;
      for (int64_t done = 0; done < y.channels; done += piece) {
        float* pixels[outputs * outputs];
        for (int i = 0; i < outputs * outputs; ++i) {
          const int64_t row = top + i / outputs, at = column * outputs + i % outputs;
          const bool inside = row < y.height && at < y.width;
          pixels[i] = inside ? frame + row * y.row_stride + at * y.pixel_stride + done : beyond;
        }
        output_tile<outputs>(numbers + done, y.channels, bias + done, at_most_a_piece(y.channels - done),
                             pixels);
      }
    }
  }
}

void output(const float* from, const float* bias, const WinogradTiles& tiles, const Pictures<float>& y,
            int64_t first, int64_t end) {
  (tiles.taps == 3 ? output_of<2> : output_of<3>)(from, bias, tiles, y, first, end);
}

/// The tap transform along one axis. @param g  `stride` apart
template <int taps>
inline void points_of(const float* g, int64_t stride, float* to) {
  if constexpr (taps == 3) {
    const float ends = g[0] + g[2 * stride];
    to[0] = g[0];
    to[1] = 0.5f * (ends + g[stride]);
    to[2] = 0.5f * (ends - g[stride]);
    to[3] = g[2 * stride];
  } else {
    to[0] = g[0];
    to[1] = 0.5f * (g[0] + g[stride]);
    to[2] = 0.5f * (g[0] - g[stride]);
    to[3] = g[stride];
  }
}

template <int taps>
void weight_of(const float* weight, int64_t out, int64_t in, int64_t depth, float* to, int64_t first,
               int64_t end) {
  const int64_t stride = out * depth * in;
  for (int64_t o = first; o < end; ++o)
    for (int64_t d = 0; d < depth; ++d)
      for (int64_t i = 0; i < in; ++i) {
        const float* const g = weight + ((o * in + i) * depth + d) * taps * taps;
        float columns[taps][tile], values[tile];
        for (int j = 0; j < taps; ++j) points_of<taps>(g + j, taps, columns[j]);
        float* const at = to + (o * depth + d) * in + i;
        for (int row = 0; row < tile; ++row) {
          points_of<taps>(columns[0] + row, tile, values);
          for (int column = 0; column < tile; ++column) at[(row * tile + column) * stride] = values[column];
        }
      }
}

void weight(const float* weight, int64_t taps, int64_t out, int64_t in, int64_t depth, float* to,
            int64_t first, int64_t end) {
  (taps == 3 ? weight_of<3> : weight_of<2>)(weight, out, in, depth, to, first, end);
}

}  // namespace

WinogradTable winograd_table() {
  return {input, output, weight};
}

}  // namespace fw::kernels::FW_INSTRUCTIONS
