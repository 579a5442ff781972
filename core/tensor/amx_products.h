// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Matrix products of float32 by the matrix unit of Intel's processors (AMX), which multiplies bfloat16 and
/// accumulates in float32. Each value is split into three bfloat16 values whose sum equals it exactly. Of the
/// nine products, the three below 2^-24 of the whole are omitted ("bf16x6"). The five small ones are added
/// first, so that the rounding error is that of an ordinary float32 sum. Faster than AVX-512, since AMX has
/// sixteen times its throughput. Results do not depend on the number of threads, and a row does not depend on
/// the other rows.
///
/// Values below 2^-102 lose their last digits, because values below 2^-126 count as zero. A product with an
/// infinity is infinite or NaN, never finite.
/// Thread: any; writes only to the caller's memory. Call only if the processor has AMX-BF16 and AVX512-BF16
/// and the system has granted the use of AMX.
namespace fw::tensor::amx {

/// Rows or columns of a panel; depth of a step; maximum number of row panels that are multiplied at a time.
inline constexpr int64_t panel_lines = 32, step_depth = 32, most_rows = 6;
/// Values of a panel in a step, for its three parts together.
inline constexpr int64_t step_values = 3 * panel_lines * step_depth;

/// A factor of a product: its lines are the rows of the left matrix or the columns of the right one. One of
/// the strides is 1.
struct Factor {
  const float* data = nullptr;
  int64_t lines = 0, depth = 0;
  int64_t line_stride = 0, depth_stride = 0;
};

/// A range of a factor's depth. Has no member functions, since the linker could use their AMX code
/// everywhere: see CMakeLists.txt.
struct DepthBlock {
  int64_t first = 0, end = 0;
  int64_t steps = 0;
};

/// Splits the lines from 32 * `panel` on. @param out  [steps, step_values], aligned to 64 bytes; zero outside
/// the factor
void split_left(const Factor& factor, int64_t panel, const DepthBlock& block, uint16_t* out);
void split_right(const Factor& factor, int64_t panel, const DepthBlock& block, uint16_t* out);

/// The output of a product: out = beta out + alpha product + bias.
struct Result {
  float* data = nullptr;
  int64_t rows = 0, columns = 0;
  int64_t row_stride = 0;  ///< values of a row are contiguous
  float alpha = 1, beta = 0;
  const float* bias = nullptr;  ///< [columns]; may be null
};

/// Multiplies up to most_rows row panels, starting at `row_panel`, by column panels, and adds the products to
/// the result. For the first block of the depth, applies beta and the bias.
/// @param left  [row_count, steps, step_values], @param right  [column_count, steps, step_values]
void multiply(const uint16_t* left, int64_t row_panel, int64_t row_count, const uint16_t* right,
              int64_t column_panel, int64_t column_count, const DepthBlock& block, const Result& result);

}  // namespace fw::tensor::amx
