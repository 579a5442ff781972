// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/elements.h"

/// A residual connection, the norm behind it and what a condition makes of that, in one pass over the tokens:
///   sum = x + gate change
///   y = (sum - mean) / sqrt(variance + epsilon) (weight (unit + scale)) + (bias (unit + scale) + shift)
/// and norms of heads with a rotation of pairs behind them; both with their backward passes. A branch may be
/// normalised itself before it is added: sum = x + tanh(gate) change / rms(change). What is
/// done with an element is written once for CPU and CUDA (norm_arithmetic.h); sums over a row differ in their
/// order, and sums over rows are float64. No result depends on the number of threads. C++17 for nvcc.
///
/// Shapes: B samples of `tokens` rows each, contiguous; a condition's numbers are [B, parts, width], rows
/// before `head` being of the second part.
namespace fw::kernels {

/// `rms` has no mean; `none` is no norm at all.
enum class Norm : uint8_t { none, layer, rms };

/// What a change is before it is added: `normed` to an RMS of 1, with the tanh of its gate.
enum class Branch : uint8_t { plain, normed };

/// Numbers of each channel, of one part of a sample: at data + sample * sample_stride + part * part_stride.
struct Channels {
  const void* data = nullptr;
  int64_t sample_stride = 0, part_stride = 0;
};

struct NormRows {
  int64_t rows = 0, tokens = 1, width = 0, head = 0;
  Norm norm = Norm::layer;
  Branch branch = Branch::plain;
  double epsilon = 0;  ///< of both norms
  double unit = 1;     ///< to which a scale is added
  Element element = Element::float32;

  int64_t samples() const { return rows / tokens; }
};

/// Where not said otherwise arrays are [rows, width] of the element type and may be null where they are not
/// wanted.
struct NormForward : NormRows {
  const void* x = nullptr;
  const void* change = nullptr;  ///< null: sum is x
  Channels gate, scale, shift;
  const void *weight = nullptr, *bias = nullptr;  ///< [width]
  void* sum = nullptr;                            ///< null where there is no change
  void* y = nullptr;                              ///< null without a norm
  void* statistics = nullptr;                     ///< mean and 1 / deviation of each row: float32, or float64
  void* branch_rstd = nullptr;                    ///< 1 / rms of each row of a normed change: likewise
};

struct NormBackward : NormRows {
  const void *dsum = nullptr, *dy = nullptr;
  const void* sum = nullptr;  ///< what was normalised
  const void* change = nullptr;
  const void *statistics = nullptr, *branch_rstd = nullptr;
  Channels gate, scale;
  const void* weight = nullptr;
  void* dx = nullptr;  ///< null without a norm: it is dsum
  void* dchange = nullptr;
};

/// Sums over the rows of each part, after NormBackward: [B, parts, width] each, of dy, dy (sum - mean) /
/// deviation and what the gate's gradient is: dx change.
struct NormSums : NormBackward {
  double *of_dy = nullptr, *of_normed = nullptr, *of_change = nullptr;
  int64_t parts_of_sample = 1;

  static constexpr int64_t columns = 64;  ///< of a piece of work on the CPU, of one part
  int64_t pieces() const { return samples() * parts_of_sample * ((width + columns - 1) / columns); }
};

/// The norm of pieces of a token, such as heads, and a rotation of the pairs of what comes out, of several
/// arrays of one shape at once, such as q and k. A row is a piece. The arrays after the first `turned` ones
/// are copied as they are. What comes out may be part of longer samples, others' tokens being between.
struct RotateRows {
  static constexpr int most = 3;
  int arrays = 1, turned = 1;
  int64_t rows = 0, tokens = 1, width = 0, pieces = 1;  ///< of an array; `pieces` of each token
  int64_t sample_stride = 0;  ///< from sample to sample of y, in elements: at least tokens * pieces * width
  int64_t table_width = 0;    ///< of the table, in elements: width or pieces * width
  Norm norm = Norm::rms;
  double epsilon = 0;
  Element element = Element::float32;
  const void* weight[most] = {};    ///< [width] each
  const void* bias[most] = {};      ///< [width] each
  const float* rotation = nullptr;  ///< cos, sin of each pair, [tokens, table_width]; null: none
};

struct RotateForward : RotateRows {
  const void* x[most] = {};
  void* y[most] = {};
  void* statistics = nullptr;  ///< [turned, rows, 2]
};

struct RotateBackward : RotateRows {
  const void *dy[most] = {}, *x[most] = {};  ///< dy lies as y does
  const void* statistics = nullptr;
  void* dx[most] = {};
  /// Of each chunk of rows the sums of dy turned back, and of that times what was normalised: [turned,
  /// chunks, 2, width]. Null where they are not wanted.
  double* sums = nullptr;

  int64_t chunks() const { return (rows + rows_of_chunk - 1) / rows_of_chunk; }
  static constexpr int64_t rows_of_chunk = 256;
};

/// On the CPU the rows, of NormSums the pieces and of RotateBackward the chunks from `first` to before `end`;
/// those of several arrays one after the other.
/// Thread: any; different ones at the same time.
void run_cpu(const NormForward& norm, int64_t first, int64_t end);
void run_cpu(const NormBackward& norm, int64_t first, int64_t end);
void run_cpu(const NormSums& sums, int64_t first, int64_t end);
void run_cpu(const RotateForward& rotate, int64_t first, int64_t end);
void run_cpu(const RotateBackward& rotate, int64_t first, int64_t end);

/// All of it on the current CUDA device. @param stream  a cudaStream_t  @return  what the launch said, a
/// cudaError_t
int run_cuda(const NormForward& norm, void* stream);
int run_cuda(const NormBackward& norm, void* stream);
int run_cuda(const NormSums& sums, void* stream);
int run_cuda(const RotateForward& rotate, void* stream);
int run_cuda(const RotateBackward& rotate, void* stream);

}  // namespace fw::kernels
