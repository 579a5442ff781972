// SPDX-License-Identifier: Apache-2.0
#include "kernels/row_lanes.h"

namespace fw::kernels {

namespace {

/// The table entries of a piece.
__device__ const float* table_of(const RotateRows& rotate, int64_t row) {
  if (rotate.rotation == nullptr) return nullptr;
  const int64_t token = row / rotate.pieces % rotate.tokens;
  return rotate.rotation + token * rotate.table_width +
         row % rotate.pieces * rotate.width % rotate.table_width;
}

/// Rotates the pairs of four elements by their part of the table, which may be null.
template <class W, class Lanes>
__device__ Four<W> turned_four(const Lanes& lanes, const float* table, int i, W direction,
                               const Four<W>& values) {
  if (table == nullptr) return values;
  const Four<float> row = lanes.load(table, i);
  const auto pair = [&](int k) {
    return turned(values.of[k], values.of[k + 1], W(row.of[k]), direction * W(row.of[k + 1]));
  };
  const Pair<W> first = pair(0), second = pair(2);
  return {{first.a, first.b, second.a, second.b}};
}

template <class T, bool in_fours>
__global__ void rotate_forward_kernel(RotateForward f) {
  using W = typename Wide<T>::Type;
  const RowLanes<in_fours> lanes(f.width);
  const int array = static_cast<int>(blockIdx.y);
  const auto *const weight = static_cast<const T*>(f.weight[array]), *const bias =
                                                                         static_cast<const T*>(f.bias[array]);
  for (int64_t row = lanes.first_row(); row < f.rows; row += lanes.rows_at_once()) {
    const T* const x = static_cast<const T*>(f.x[array]) + row * f.width;
    T* const y = static_cast<T*>(f.y[array]) + joined_start(f, row);
    if (array >= f.turned) {
      lanes.for_fours([&](int i) { lanes.copy(y, x, i); });
      continue;
    }
    const auto value = [&](int i) { return lanes.load(x, i); };
    Statistics<W> found = {0, 1};
    if (f.norm != Norm::none) {
      found = lanes.template statistics<W>(f.norm, f.epsilon, value);
      if (threadIdx.x == 0) {
        W* const kept = static_cast<W*>(f.statistics) + 2 * (array * f.rows + row);
        kept[0] = found.mean;
        kept[1] = found.rstd;
      }
    }
    const auto normed = [&](int i) {
      const Four<W> values = value(i);
      if (f.norm == Norm::none) return values;
      const Four<W> weights = lanes.load_or(weight, i, W(1)), biases = lanes.load_or(bias, i, W(0));
      return four<W>([&](int k) {
        const W product = (values.of[k] - found.mean) * found.rstd * weights.of[k];
        return product + biases.of[k];
      });
    };
    const float* const table = table_of(f, row);
    lanes.for_fours([&](int i) { lanes.store(y, i, turned_four(lanes, table, i, W(1), normed(i))); });
  }
}

template <class T, bool in_fours>
__global__ void rotate_backward_kernel(RotateBackward b) {
  using W = typename Wide<T>::Type;
  const RowLanes<in_fours> lanes(b.width);
  const int array = static_cast<int>(blockIdx.y);
  const auto* const weight = static_cast<const T*>(b.weight[array]);
  for (int64_t row = lanes.first_row(); row < b.rows; row += lanes.rows_at_once()) {
    const T* const dy = static_cast<const T*>(b.dy[array]) + joined_start(b, row);
    T* const dx = static_cast<T*>(b.dx[array]) + row * b.width;
    if (array >= b.turned) {
      lanes.for_fours([&](int i) { lanes.copy(dx, dy, i); });
      continue;
    }
    const float* const table = table_of(b, row);
    const auto back = [&](int i) { return turned_four(lanes, table, i, W(-1), lanes.load(dy, i)); };
    const auto put = [&](int i, const Four<W>& own) { lanes.store(dx, i, own); };
    if (b.norm == Norm::none) {
      lanes.for_fours([&](int i) { put(i, back(i)); });
      continue;
    }
    const T* const x = static_cast<const T*>(b.x[array]) + row * b.width;
    const W* const kept = static_cast<const W*>(b.statistics) + 2 * (array * b.rows + row);
    const W mean = kept[0], rstd = kept[1];
    const auto gradient = [&](int i) {
      const Four<W> own = back(i), weights = lanes.load_or(weight, i, W(1));
      return four<W>([&](int k) { return own.of[k] * weights.of[k]; });
    };
    const auto normed = [&](int i) {
      const Four<W> values = lanes.load(x, i);
      return four<W>([&](int k) { return (values.of[k] - mean) * rstd; });
    };
    lanes.norm_gradients(b.norm, rstd, gradient, normed, put);
  }
}

// One block per chunk of rows; a thread adds up every blockDim.x-th column, row by row.
template <class T>
__global__ void rotate_sums_kernel(RotateBackward b) {
  using W = typename Wide<T>::Type;
  const int array = static_cast<int>(blockIdx.y);
  const int64_t begin = static_cast<int64_t>(blockIdx.x) * b.rows_of_chunk;
  for (int64_t i = threadIdx.x; i < b.width; i += blockDim.x) {
    double of_bias = 0, of_weight = 0;
    for (int64_t row = begin; row < begin + b.rows_of_chunk && row < b.rows; ++row) {
      const T* const dy = static_cast<const T*>(b.dy[array]) + joined_start(b, row);
      const float* const table = table_of(b, row);
      const int64_t pair = i - i % 2;
      const W first = load(dy + pair), second = load(dy + pair + 1);
      const Pair<W> both = table == nullptr ? Pair<W>{first, second}
                                            : turned(first, second, W(table[pair]), -W(table[pair + 1]));
      const W back = i % 2 == 0 ? both.a : both.b;
      const W* const kept = static_cast<const W*>(b.statistics) + 2 * (array * b.rows + row);
      of_bias += back;
      of_weight += back * ((load(static_cast<const T*>(b.x[array]) + row * b.width + i) - kept[0]) * kept[1]);
    }
    const int64_t chunk = static_cast<int64_t>(array) * gridDim.x + blockIdx.x;
    double* const result = b.sums + 2 * chunk * b.width;
    result[i] = of_bias;
    result[b.width + i] = of_weight;
  }
}

/// For the arrays of both passes. @param joined  with the layout of y
InFours in_fours(const RotateRows& rotate, const void* const (&joined)[RotateRows::most],
                 const void* const (&apart)[RotateRows::most]) {
  InFours fours(rotate.element, rotate.width);
  fours.floats(rotate.rotation, rotate.table_width);
  for (int i = 0; i < rotate.arrays; ++i)
    fours.array(joined[i], rotate.sample_stride)
        .array(apart[i])
        .array(rotate.weight[i])
        .array(rotate.bias[i]);
  return fours;
}

dim3 grid_of(const RotateRows& rotate) {
  return {row_blocks(rotate.rows, rotate.width), static_cast<unsigned>(rotate.arrays)};
}

}  // namespace

int run_cuda(const RotateForward& rotate, void* stream) {
  const InFours fours = in_fours(rotate, {rotate.y[0], rotate.y[1], rotate.y[2]}, rotate.x);
  return by_element(rotate, fours, [&](auto element, auto in_fours) {
    return launch<rotate_forward_kernel<decltype(element), decltype(in_fours)::value>>(
        grid_of(rotate), row_threads(rotate.width), stream, 0, rotate);
  });
}
int run_cuda(const RotateBackward& rotate, void* stream) {
  InFours fours = in_fours(rotate, rotate.dy, {rotate.dx[0], rotate.dx[1], rotate.dx[2]});
  for (int i = 0; i < rotate.arrays; ++i) fours.array(rotate.x[i]);
  return by_element(rotate, fours, [&](auto element, auto in_fours) {
    using T = decltype(element);
    const int status = launch<rotate_backward_kernel<T, decltype(in_fours)::value>>(
        grid_of(rotate), row_threads(rotate.width), stream, 0, rotate);
    if (status != cudaSuccess || rotate.sums == nullptr) return status;
    const dim3 chunks(static_cast<unsigned>(rotate.chunks()), static_cast<unsigned>(rotate.turned));
    const unsigned threads = static_cast<unsigned>(rotate.width < 256 ? rotate.width : 256);
    return launch<rotate_sums_kernel<T>>(chunks, threads, stream, 0, rotate);
  });
}

}  // namespace fw::kernels
