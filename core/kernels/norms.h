// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/elements.h"

/// A residual connection, the norm after it and its modulation, in one pass over the tokens:
///   sum = x + gate change
///   y = (sum - mean) / sqrt(variance + epsilon) (weight (unit + scale)) + (bias (unit + scale) + shift)
/// and norms of heads followed by a rotation of pairs; both with their backward passes. A branch may be
/// normalised itself before it is added: sum = x + tanh(gate) change / rms(change). CPU and CUDA share the
/// arithmetic per element (norm_arithmetic.h); sums over a row differ in their order, and sums over rows are
/// float64. Results do not depend on the number of threads. C++17 for nvcc.
///
/// Shapes: B samples of `tokens` rows each, contiguous; modulations are [B, parts, width]; rows before `head`
/// belong to the second part.
namespace fw::kernels {

/// `rms` does not subtract the mean; `none` does not normalise.
enum class Norm : uint8_t { none, layer, rms };

/// How a change is scaled before it is added: `normed` to an RMS of 1, times the tanh of its gate.
enum class Branch : uint8_t { plain, normed };

/// Values per channel of one part of a sample: at data + sample * sample_stride + part * part_stride.
struct Channels {
  const void* data = nullptr;
  int64_t sample_stride = 0, part_stride = 0;
};

struct NormRows {
  int64_t rows = 0, tokens = 1, width = 0, head = 0;
  Norm norm = Norm::layer;
  Branch branch = Branch::plain;
  double epsilon = 0;  ///< of both norms
  double unit = 1;     ///< added to a scale
  Element element = Element::float32;

  int64_t samples() const { return rows / tokens; }
};

/// Unless noted otherwise, arrays are [rows, width] of the element type and may be null if not needed.
struct NormForward : NormRows {
  const void* x = nullptr;
  const void* change = nullptr;  ///< null: sum is x
  Channels gate, scale, shift;
  const void *weight = nullptr, *bias = nullptr;  ///< [width]
  void* sum = nullptr;                            ///< null without a change
  void* y = nullptr;                              ///< null without a norm
  void* statistics = nullptr;                     ///< mean and 1 / deviation of each row: float32, or float64
  void* branch_rstd = nullptr;                    ///< 1 / rms of each row of a normed change: likewise
};

struct NormBackward : NormRows {
  const void *dsum = nullptr, *dy = nullptr;
  const void* sum = nullptr;  ///< input of the norm
  const void* change = nullptr;
  const void *statistics = nullptr, *branch_rstd = nullptr;
  Channels gate, scale;
  const void* weight = nullptr;
  void* dx = nullptr;  ///< null without a norm: equals dsum
  void* dchange = nullptr;
};

/// Sums over the rows of each part, after NormBackward: [B, parts, width] each, of dy, of dy (sum - mean) /
/// deviation, and of dx change, the gate's gradient.
struct NormSums : NormBackward {
  double *of_dy = nullptr, *of_normed = nullptr, *of_change = nullptr;
  int64_t parts_of_sample = 1;

  static constexpr int64_t columns = 64;  ///< per unit of work on the CPU, within one part
  int64_t pieces() const { return samples() * parts_of_sample * ((width + columns - 1) / columns); }
};

/// The norm of pieces of a token, such as heads, followed by a rotation of pairs, for several arrays of one
/// shape at once, such as q and k. A row is a piece. Arrays after the first `turned` ones are copied
/// unchanged. Outputs may be parts of longer samples, with other tokens in between.
struct RotateRows {
  static constexpr int most = 3;
  int arrays = 1, turned = 1;
  int64_t rows = 0, tokens = 1, width = 0, pieces = 1;  ///< per array; `pieces` per token
  int64_t sample_stride = 0;  ///< between samples of y, in elements: at least tokens * pieces * width
  int64_t table_width = 0;    ///< of the table, in elements: width or pieces * width
  Norm norm = Norm::rms;
  double epsilon = 0;
  Element element = Element::float32;
  const void* weight[most] = {};    ///< [width] each
  const void* bias[most] = {};      ///< [width] each
  const float* rotation = nullptr;  ///< cos, sin of each pair, [tokens, table_width]; null: no rotation
};

struct RotateForward : RotateRows {
  const void* x[most] = {};
  void* y[most] = {};
  void* statistics = nullptr;  ///< [turned, rows, 2]
};

struct RotateBackward : RotateRows {
  const void *dy[most] = {}, *x[most] = {};  ///< dy has the layout of y
  const void* statistics = nullptr;
  void* dx[most] = {};
  /// For each chunk of rows, sums of dy rotated back, and of that times the normalised value: [turned,
  /// chunks, 2, width]. Null if not needed.
  double* sums = nullptr;

  int64_t chunks() const { return (rows + rows_of_chunk - 1) / rows_of_chunk; }
  static constexpr int64_t rows_of_chunk = 256;
};

/// Runs units [first, end) on the CPU: rows; for NormSums pieces, for RotateBackward chunks. Units of several
/// arrays are counted consecutively.
/// Thread: any; different units concurrently.
void run_cpu(const NormForward& norm, int64_t first, int64_t end);
void run_cpu(const NormBackward& norm, int64_t first, int64_t end);
void run_cpu(const NormSums& sums, int64_t first, int64_t end);
void run_cpu(const RotateForward& rotate, int64_t first, int64_t end);
void run_cpu(const RotateBackward& rotate, int64_t first, int64_t end);

/// Runs everything on the current CUDA device. @param stream  a cudaStream_t  @return  the launch's
/// cudaError_t
int run_cuda(const NormForward& norm, void* stream);
int run_cuda(const NormBackward& norm, void* stream);
int run_cuda(const NormSums& sums, void* stream);
int run_cuda(const RotateForward& rotate, void* stream);
int run_cuda(const RotateBackward& rotate, void* stream);

}  // namespace fw::kernels
