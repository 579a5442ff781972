// SPDX-License-Identifier: Apache-2.0
#include "tensor/amx_products.h"

#include <immintrin.h>

namespace fw::tensor::amx {

namespace {

constexpr int parts = 3, tile_lines = 16;
constexpr int64_t tile_values = tile_lines * step_depth;  // of bfloat16: 1 KiB
constexpr int64_t part_values = 2 * tile_values;
constexpr int64_t sum_values = panel_lines * panel_lines;
/// Steps whose panels fit into the second-level cache.
constexpr int64_t cached_steps = 8;
/// Steps to prefetch ahead: the lines are too far apart for the hardware prefetcher.
constexpr int64_t steps_ahead = 4;
static_assert(step_values == parts * part_values);

/// Sixteen rows of sixteen pairs of bfloat16.
using Tile = __m512i[tile_lines];

__mmask16 first_lanes(int64_t count) {
  return count >= 16 ? __mmask16{0xffff} : static_cast<__mmask16>(count <= 0 ? 0 : (1 << count) - 1);
}

__m512 lower_half(__m512i x) {
  return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(_mm512_castsi512_si256(x)), 16));
}
__m512 upper_half(__m512i x) {
  return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(x, 1)), 16));
}

/// x minus its first part if finite; otherwise 0.
__m512 rest_of(__m512 x, __m512 part) {
  constexpr int nan_or_infinite = 0x99;
  return _mm512_maskz_sub_ps(_knot_mask16(_mm512_fpclass_ps_mask(part, nan_or_infinite)), x, part);
}

/// Splits into three bfloat16 parts whose sum equals x or y exactly; x comes before y.
void split(__m512 x, __m512 y, __m512i (&out)[parts]) {
  out[0] = reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(y, x));
  x = rest_of(x, lower_half(out[0]));
  y = rest_of(y, upper_half(out[0]));
  out[1] = reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(y, x));
  x = _mm512_sub_ps(x, lower_half(out[1]));
  y = _mm512_sub_ps(y, upper_half(out[1]));
  out[2] = reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(y, x));
}

void transpose(Tile& rows) {
  Tile t;
  for (int i = 0; i < 8; ++i) {
    t[2 * i] = _mm512_unpacklo_epi32(rows[2 * i], rows[2 * i + 1]);
    t[2 * i + 1] = _mm512_unpackhi_epi32(rows[2 * i], rows[2 * i + 1]);
  }
  for (int i = 0; i < 4; ++i)
    for (int half = 0; half < 2; ++half) {
      rows[4 * i + 2 * half] = _mm512_unpacklo_epi64(t[4 * i + half], t[4 * i + half + 2]);
      rows[4 * i + 2 * half + 1] = _mm512_unpackhi_epi64(t[4 * i + half], t[4 * i + half + 2]);
    }
  // Now rows[4 i + c] holds, in its four quarters, columns c, c + 4, c + 8 and c + 12 of rows 4 i to 4 i + 3.
  for (int i = 0; i < 2; ++i)
    for (int c = 0; c < 4; ++c) {
      t[8 * i + c] = _mm512_shuffle_i32x4(rows[8 * i + c], rows[8 * i + 4 + c], 0x88);
      t[8 * i + 4 + c] = _mm512_shuffle_i32x4(rows[8 * i + c], rows[8 * i + 4 + c], 0xdd);
    }
  for (int c = 0; c < 8; ++c) {
    const int quarter = c / 4 * 4, column = c % 4;
    rows[column + quarter] = _mm512_shuffle_i32x4(t[quarter + column], t[8 + quarter + column], 0x88);
    rows[column + quarter + 8] = _mm512_shuffle_i32x4(t[quarter + column], t[8 + quarter + column], 0xdd);
  }
}

/// Loads the three tiles of a step with lines as rows. @param lines, depth  number of valid ones, of 16 and
/// of 32
void tiles_of_lines(const float* data, int64_t stride, int64_t lines, int64_t depth, Tile (&out)[parts]) {
  const __mmask16 lower = first_lanes(depth), upper = first_lanes(depth - 16);
  for (int64_t line = 0; line < tile_lines; ++line) {
    const bool is_there = line < lines;
    const float* const at = data + line * stride;
    __builtin_prefetch(at + steps_ahead * step_depth);
    __builtin_prefetch(at + steps_ahead * step_depth + 16);
    __m512i row[parts];
    split(is_there ? _mm512_maskz_loadu_ps(lower, at) : _mm512_setzero_ps(),
          is_there ? _mm512_maskz_loadu_ps(upper, at + 16) : _mm512_setzero_ps(), row);
    for (int part = 0; part < parts; ++part) out[part][line] = row[part];
  }
}

/// Loads the three tiles of a step with pairs of depth as rows.
void tiles_of_pairs(const float* data, int64_t stride, int64_t lines, int64_t depth, Tile (&out)[parts]) {
  const __mmask16 mask = first_lanes(lines);
  const auto load = [&](int64_t at) {
    __builtin_prefetch(data + (at + steps_ahead * step_depth) * stride);
    return at < depth ? _mm512_maskz_loadu_ps(mask, data + at * stride) : _mm512_setzero_ps();
  };
  alignas(64) static constexpr uint16_t order[32] = {0,  16, 1,  17, 2,  18, 3,  19, 4,  20, 5,
                                                     21, 6,  22, 7,  23, 8,  24, 9,  25, 10, 26,
                                                     11, 27, 12, 28, 13, 29, 14, 30, 15, 31};
  const __m512i side_by_side = _mm512_load_si512(order);
  for (int64_t pair = 0; pair < step_depth / 2; ++pair) {
    __m512i row[parts];
    split(load(2 * pair), load(2 * pair + 1), row);
    for (int part = 0; part < parts; ++part)
      out[part][pair] = _mm512_permutexvar_epi16(side_by_side, row[part]);
  }
}

/// Stores a panel in the order that `multiply` expects: [step, part, half of the panel, 16 rows, 32 values].
void split_panel(const Factor& factor, int64_t panel, const DepthBlock& block, bool by_pairs, uint16_t* out) {
  const bool has_pairs = factor.line_stride == 1 && factor.depth_stride != 1;
  for (int64_t step = 0; step < block.steps; ++step)
    for (int64_t half = 0; half < 2; ++half) {
      const int64_t line = panel * panel_lines + half * tile_lines, depth = block.first + step * step_depth;
      const float* const data = factor.data + line * factor.line_stride + depth * factor.depth_stride;
      Tile tiles[parts];
      (has_pairs ? tiles_of_pairs : tiles_of_lines)(data,
                                                    has_pairs ? factor.depth_stride : factor.line_stride,
                                                    factor.lines - line, block.end - depth, tiles);
      for (int part = 0; part < parts; ++part) {
        if (has_pairs != by_pairs) transpose(tiles[part]);
        auto* const to = out + step * step_values + part * part_values + half * tile_values;
        for (int row = 0; row < tile_lines; ++row)
          _mm512_store_si512(to + row * step_depth, tiles[part][row]);
      }
    }
}

struct alignas(64) TileShapes {
  uint8_t palette = 1, start_row = 0;
  uint8_t reserved[14] = {};
  uint16_t bytes_a_row[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};

/// Tiles 0 to 3 hold sums, 4 and 5 a panel of the left factor, 6 and 7 one of the right factor.
void load_left(const uint16_t* step, int part) {
  _tile_loadd(4, step + part * part_values, 64);
  _tile_loadd(5, step + part * part_values + tile_values, 64);
}
void load_right(const uint16_t* step, int part) {
  _tile_loadd(6, step + part * part_values, 64);
  _tile_loadd(7, step + part * part_values + tile_values, 64);
}
void add_products() {
  _tile_dpbf16ps(0, 4, 6);
  _tile_dpbf16ps(1, 4, 7);
  _tile_dpbf16ps(2, 5, 6);
  _tile_dpbf16ps(3, 5, 7);
}

/// @param sums  [32, 32]
void multiply_panels(const uint16_t* left, const uint16_t* right, int64_t steps, float* sums) {
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
  for (int64_t step = 0; step < steps; ++step) {  // in this order each product loads only one new factor
    const uint16_t *const l = left + step * step_values, *const r = right + step * step_values;
    load_left(l, 2);
    load_right(r, 0);
    add_products();
    load_left(l, 1);
    add_products();
    load_right(r, 1);
    add_products();
    load_left(l, 0);
    add_products();
    load_right(r, 2);
    add_products();
  }
  for (int64_t step = 0; step < steps; ++step) {
    load_left(left + step * step_values, 0);
    load_right(right + step * step_values, 0);
    add_products();
  }
  constexpr int64_t row_bytes = panel_lines * sizeof(float);
  _tile_stored(0, sums, row_bytes);
  _tile_stored(1, sums + tile_lines, row_bytes);
  _tile_stored(2, sums + tile_lines * panel_lines, row_bytes);
  _tile_stored(3, sums + tile_lines * panel_lines + tile_lines, row_bytes);
}

/// Lets `write` find the result in the cache.
void prefetch_result(int64_t row_panel, int64_t column_panel, const Result& result) {
  const int64_t row = row_panel * panel_lines, column = column_panel * panel_lines;
  for (int64_t i = 0; i < panel_lines && row + i < result.rows; ++i)
    for (int64_t half = 0; half < 2; ++half)
      __builtin_prefetch(result.data + (row + i) * result.row_stride + column + half * tile_lines, 1, 2);
}

/// @param is_first  first block of the depth; later ones are added to the stored values
void write(const float* sums, int64_t row_panel, int64_t column_panel, bool is_first, const Result& result) {
  const int64_t row = row_panel * panel_lines, column = column_panel * panel_lines;
  const __m512 alpha = _mm512_set1_ps(result.alpha), factor = _mm512_set1_ps(is_first ? result.beta : 1.0f);
  const bool adds = !is_first || result.beta != 0;
  __mmask16 mask[2];
  __m512 bias[2];
  for (int64_t half = 0; half < 2; ++half) {
    mask[half] = first_lanes(result.columns - column - half * tile_lines);
    bias[half] = _mm512_setzero_ps();
    if (is_first && result.bias != nullptr)
      bias[half] = _mm512_maskz_loadu_ps(mask[half], result.bias + column + half * tile_lines);
  }
  for (int64_t i = 0; i < panel_lines && row + i < result.rows; ++i)
    for (int64_t half = 0; half < 2; ++half) {
      float* const out = result.data + (row + i) * result.row_stride + column + half * tile_lines;
      const __m512 product = _mm512_load_ps(sums + i * panel_lines + half * tile_lines);
      __m512 sum = _mm512_add_ps(_mm512_mul_ps(alpha, product), bias[half]);
      if (adds) sum = _mm512_add_ps(sum, _mm512_mul_ps(factor, _mm512_maskz_loadu_ps(mask[half], out)));
      _mm512_mask_storeu_ps(out, mask[half], sum);
    }
}

}  // namespace

void split_left(const Factor& factor, int64_t panel, const DepthBlock& block, uint16_t* out) {
  split_panel(factor, panel, block, false, out);
}

void split_right(const Factor& factor, int64_t panel, const DepthBlock& block, uint16_t* out) {
  split_panel(factor, panel, block, true, out);
}

void multiply(const uint16_t* left, int64_t row_panel, int64_t row_count, const uint16_t* right,
              int64_t column_panel, int64_t column_count, const DepthBlock& block, const Result& result) {
  const TileShapes shapes;
  _tile_loadconfig(&shapes);
  alignas(64) float sums[most_rows * sum_values];
  alignas(64) float part[sum_values];
  const int64_t panel_values = block.steps * step_values;
  for (int64_t column = 0; column < column_count; ++column, right += panel_values) {
    for (int64_t step = 0; step < block.steps; step += cached_steps)
      for (int64_t i = 0; i < row_count; ++i) {
        if (step == 0) prefetch_result(row_panel + i, column_panel + column, result);
        float* const sum = sums + i * sum_values;
        const int64_t at = step * step_values,
                      steps = block.steps - step < cached_steps ? block.steps - step : cached_steps;
        multiply_panels(left + i * panel_values + at, right + at, steps, step == 0 ? sum : part);
        for (int64_t value = 0; step > 0 && value < sum_values; value += 16)
          _mm512_store_ps(sum + value,
                          _mm512_add_ps(_mm512_load_ps(sum + value), _mm512_load_ps(part + value)));
      }
    for (int64_t i = 0; i < row_count; ++i)
      write(sums + i * sum_values, row_panel + i, column_panel + column, block.first == 0, result);
  }
  _tile_release();
}

}  // namespace fw::tensor::amx
