// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Matrix products of float32 by the matrix unit of Intel's processors (AMX), which multiplies bfloat16 and
/// adds in float32. Each value is split into three of bfloat16, together equal to it to the last bit; of
/// their nine products the three below 2^-24 of the whole are left out ("bf16x6"). The five small ones are
/// added first, so that rounding is that of an ordinary sum of float32. Faster than AVX-512, for AMX does
/// sixteen times its work. No result depends on the number of threads, and a row's not on the other rows.
///
/// Values below 2^-102 lose their last digits, for what is below 2^-126 counts as zero. A product with an
/// infinity is infinite or NaN, never finite.
/// Thread: any; all that is written is the caller's. Call only where the processor has AMX-BF16 and
/// AVX512-BF16, and the system has given leave to use AMX.
namespace fw::tensor::amx {

/// Rows, or columns, of a panel; depth of a step; most panels of rows that are multiplied at a time.
inline constexpr int64_t panel_lines = 32, step_depth = 32, most_rows = 6;
/// Values that a panel has of a step: of its three parts together.
inline constexpr int64_t step_values = 3 * panel_lines * step_depth;

/// One of two matrices: lines are rows of the left one and columns of the right one. One stride is 1.
struct Factor {
  const float* data = nullptr;
  int64_t lines = 0, depth = 0;
  int64_t line_stride = 0, depth_stride = 0;
};

/// A part of a factor's depth. Without functions, for they would be shared: see CMakeLists.txt.
struct DepthBlock {
  int64_t first = 0, end = 0;
  int64_t steps = 0;
};

/// Splits the lines from 32 `panel` on. @param out  [steps, step_values], at a multiple of 64 bytes; what
/// lies beyond the factor's edges is zero
void split_left(const Factor& factor, int64_t panel, const DepthBlock& block, uint16_t* out);
void split_right(const Factor& factor, int64_t panel, const DepthBlock& block, uint16_t* out);

/// Where a product goes: out = beta out + alpha product + bias.
struct Result {
  float* data = nullptr;
  int64_t rows = 0, columns = 0;
  int64_t row_stride = 0;  ///< values of a row stand side by side
  float alpha = 1, beta = 0;
  const float* bias = nullptr;  ///< [columns], or none
};

/// Multiplies some panels of rows, from `row_panel` on and at most most_rows, with some of columns, and adds
/// it to the result; for the first block of the depth it writes it.
/// @param left  [row_count, steps, step_values], @param right  [column_count, steps, step_values]
void multiply(const uint16_t* left, int64_t row_panel, int64_t row_count, const uint16_t* right,
              int64_t column_panel, int64_t column_count, const DepthBlock& block, const Result& result);

}  // namespace fw::tensor::amx
