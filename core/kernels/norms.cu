// SPDX-License-Identifier: Apache-2.0
#include "kernels/launch.h"
#include "kernels/norm_arithmetic.h"

namespace fw::kernels {

namespace {

constexpr int warp = 32, parts = 4 * warp;  // elements that a warp takes at once
constexpr int warps_of_block = 4;
constexpr int columns_of_block = 32;

/// Calls f(i) for this thread's elements of a row: four in a row of each `parts`.
template <class F>
__device__ void for_elements(int64_t width, F f) {
  for (int64_t start = 4 * threadIdx.x; start < width; start += parts)
    for (int64_t i = start; i < start + 4 && i < width; ++i) f(i);
}

/// The sum over a row, for all threads of its warp.
template <class W, class Take>
__device__ W sum_row(int64_t width, Take take) {
  W part[4] = {};
  for_elements(width, [&](int64_t i) { part[i % 4] += take(i); });
  W sum = (part[0] + part[1]) + (part[2] + part[3]);
  for (int distance = warp / 2; distance > 0; distance /= 2)
    sum += __shfl_xor_sync(0xffffffffu, sum, distance);
  return sum;
}

template <class W, class Value>
__device__ Statistics<W> statistics_of(int64_t width, Norm norm, double epsilon, Value value) {
  W mean = 0;
  if (norm == Norm::layer) mean = sum_row<W>(width, value) / static_cast<W>(width);
  const W squares = sum_row<W>(width, [&](int64_t i) {
    const W deviation = value(i) - mean;
    return deviation * deviation;
  });
  return {mean, inverse_deviation(squares, width, epsilon)};
}

__device__ int64_t first_row() {
  return static_cast<int64_t>(blockIdx.x) * blockDim.y + threadIdx.y;
}
__device__ int64_t rows_at_once() {
  return static_cast<int64_t>(gridDim.x) * blockDim.y;
}

template <class T>
__device__ const T* channels_or_none(const Channels& of, int64_t sample, int64_t part) {
  return of.data == nullptr ? nullptr : channels_of<T>(of, sample, part);
}

// A warp a row.
template <class T>
__global__ void norm_forward_kernel(NormForward f) {
  using W = typename Wide<T>::Type;
  for (int64_t row = first_row(); row < f.rows; row += rows_at_once()) {
    const int64_t sample = row / f.tokens, part = part_of(f, row), start = row * f.width;
    const T* values = static_cast<const T*>(f.x) + start;
    if (f.change != nullptr) {
      const T* const change = static_cast<const T*>(f.change) + start;
      const T* const gate = channels_or_none<T>(f.gate, sample, part);
      T* const sum = static_cast<T*>(f.sum) + start;
      W size = 1;
      if (f.branch == Branch::normed) {
        size =
            statistics_of<W>(f.width, Norm::rms, f.epsilon, [&](int64_t i) { return load(change + i); }).rstd;
        if (threadIdx.x == 0) static_cast<W*>(f.branch_rstd)[row] = size;
      }
      for_elements(f.width, [&](int64_t i) {
        const W product = load(change + i) * size * gate_at<T, W>(gate, f.branch, i);
        store(sum + i, load(values + i) + product);
      });
      values = sum;  // each thread reads what it has written itself
    }
    if (f.norm == Norm::none) continue;
    const auto [mean, rstd] =
        statistics_of<W>(f.width, f.norm, f.epsilon, [&](int64_t i) { return load(values + i); });
    if (threadIdx.x == 0) {
      W* const kept = static_cast<W*>(f.statistics) + 2 * row;
      kept[0] = mean;
      kept[1] = rstd;
    }
    const auto *const weight = static_cast<const T*>(f.weight), *const bias = static_cast<const T*>(f.bias);
    const T *const scale = channels_or_none<T>(f.scale, sample, part), *const shift = channels_or_none<T>(
                                                                           f.shift, sample, part);
    T* const y = static_cast<T*>(f.y) + start;
    const W row_mean = mean, row_rstd = rstd;
    for_elements(f.width, [&](int64_t i) {
      const Affine<W> affine = affine_at<T, W>(static_cast<W>(f.unit), weight, bias, scale, shift, i);
      const W normed = (load(values + i) - row_mean) * row_rstd;
      const W product = normed * affine.factor;
      store(y + i, product + affine.offset);
    });
  }
}

template <class T>
__global__ void norm_backward_kernel(NormBackward b) {
  using W = typename Wide<T>::Type;
  for (int64_t row = first_row(); row < b.rows; row += rows_at_once()) {
    const int64_t sample = row / b.tokens, part = part_of(b, row), start = row * b.width;
    const T* whole = b.dsum == nullptr ? nullptr : static_cast<const T*>(b.dsum) + start;
    if (b.norm != Norm::none) {
      const T *const dy = static_cast<const T*>(b.dy) + start, *const sum =
                                                                   static_cast<const T*>(b.sum) + start;
      const W* const kept = static_cast<const W*>(b.statistics) + 2 * row;
      const W mean = kept[0], rstd = kept[1];
      const auto* const weight = static_cast<const T*>(b.weight);
      const T *const scale = channels_or_none<T>(b.scale, sample, part), *const none = nullptr;
      const auto gradient = [&](int64_t i) {
        return load(dy + i) * affine_at<T, W>(static_cast<W>(b.unit), weight, none, scale, none, i).factor;
      };
      const auto normed = [&](int64_t i) { return (load(sum + i) - mean) * rstd; };
      W mean_g = 0;
      if (b.norm == Norm::layer) mean_g = sum_row<W>(b.width, gradient) / static_cast<W>(b.width);
      const W mean_product =
          sum_row<W>(b.width, [&](int64_t i) { return gradient(i) * normed(i); }) / static_cast<W>(b.width);
      T* const dx = static_cast<T*>(b.dx) + start;
      for_elements(b.width, [&](int64_t i) {
        const W own = norm_gradient(gradient(i), normed(i), rstd, mean_g, mean_product);
        store(dx + i, whole == nullptr ? own : own + load(whole + i));
      });
      whole = dx;
    }
    if (b.dchange == nullptr) continue;
    const T* const gate = channels_or_none<T>(b.gate, sample, part);
    T* const dchange = static_cast<T*>(b.dchange) + start;
    const auto gradient = [&](int64_t i) { return load(whole + i) * gate_at<T, W>(gate, b.branch, i); };
    if (b.branch == Branch::plain) {
      for_elements(b.width, [&](int64_t i) { store(dchange + i, gradient(i)); });
      continue;
    }
    const T* const change = static_cast<const T*>(b.change) + start;
    const W size = static_cast<const W*>(b.branch_rstd)[row];
    const auto normed = [&](int64_t i) { return load(change + i) * size; };
    const W mean_product =
        sum_row<W>(b.width, [&](int64_t i) { return gradient(i) * normed(i); }) / static_cast<W>(b.width);
    for_elements(b.width, [&](int64_t i) {
      store(dchange + i, norm_gradient(gradient(i), normed(i), size, W(0), mean_product));
    });
  }
}

// A block sums 32 columns of a part: a row of threads adds every 32nd row, and then the rows of threads are
// added.
template <class T>
__global__ void norm_sums_kernel(NormSums b) {
  using W = typename Wide<T>::Type;
  __shared__ double sums[3][warp][columns_of_block];
  const int64_t column = static_cast<int64_t>(blockIdx.x) * columns_of_block + threadIdx.x;
  const int64_t sample = blockIdx.y / b.parts_of_sample, part = blockIdx.y % b.parts_of_sample;
  const Range rows = rows_of_part(b, sample, part);
  double own[3] = {};
  if (column < b.width) {
    for (int64_t row = rows.begin + threadIdx.y; row < rows.end; row += warp) {
      const int64_t i = row * b.width + column;
      if (b.of_dy != nullptr) {
        const W* const kept = static_cast<const W*>(b.statistics) + 2 * row;
        const W normed = (load(static_cast<const T*>(b.sum) + i) - kept[0]) * kept[1];
        const W gradient = load(static_cast<const T*>(b.dy) + i);
        own[0] += gradient;
        own[1] += gradient * normed;
      }
      if (b.of_change != nullptr) {
        const auto* const dx = static_cast<const T*>(b.norm == Norm::none ? b.dsum : b.dx);
        const W size = b.branch == Branch::normed ? static_cast<const W*>(b.branch_rstd)[row] : W(1);
        own[2] += load(dx + i) * (load(static_cast<const T*>(b.change) + i) * size);
      }
    }
  }
  for (int k = 0; k < 3; ++k) sums[k][threadIdx.y][threadIdx.x] = own[k];
  for (unsigned distance = warp / 2; distance > 0; distance /= 2) {
    __syncthreads();
    if (threadIdx.y < distance)
      for (int k = 0; k < 3; ++k)
        sums[k][threadIdx.y][threadIdx.x] += sums[k][threadIdx.y + distance][threadIdx.x];
  }
  if (threadIdx.y > 0 || column >= b.width) return;
  if (b.of_change != nullptr)
    sums[2][0][threadIdx.x] *=
        gate_slope_at<T, W>(channels_or_none<T>(b.gate, sample, part), b.branch, column);
  double* const results[3] = {b.of_dy, b.of_normed, b.of_change};
  for (int k = 0; k < 3; ++k)
    if (results[k] != nullptr) results[k][blockIdx.y * b.width + column] = sums[k][0][threadIdx.x];
}

/// Where the table's numbers of a piece are.
__device__ const float* table_of(const RotateRows& rotate, int64_t row) {
  if (rotate.rotation == nullptr) return nullptr;
  const int64_t token = row / rotate.pieces % rotate.tokens;
  return rotate.rotation + token * rotate.table_width +
         row % rotate.pieces * rotate.width % rotate.table_width;
}

/// Calls f(i) for the first of each of this thread's pairs.
template <class F>
__device__ void for_pairs(int64_t width, F f) {
  for (int64_t start = 4 * threadIdx.x; start < width; start += parts)
    for (int64_t i = start; i < start + 4 && i < width; i += 2) f(i);
}

template <class W, class Value>
__device__ Pair<W> turned_pair(const float* table, int64_t i, W direction, Value value) {
  if (table == nullptr) return {value(i), value(i + 1)};
  return turned(value(i), value(i + 1), W(table[i]), direction * W(table[i + 1]));
}

template <class T>
__global__ void rotate_forward_kernel(RotateForward f) {
  using W = typename Wide<T>::Type;
  const int array = static_cast<int>(blockIdx.y);
  const auto *const weight = static_cast<const T*>(f.weight[array]), *const bias =
                                                                         static_cast<const T*>(f.bias[array]);
  for (int64_t row = first_row(); row < f.rows; row += rows_at_once()) {
    const T* const x = static_cast<const T*>(f.x[array]) + row * f.width;
    T* const y = static_cast<T*>(f.y[array]) + joined_start(f, row);
    if (array >= f.turned) {
      for_elements(f.width, [&](int64_t i) { y[i] = x[i]; });
      continue;
    }
    W mean = 0, rstd = 1;
    if (f.norm != Norm::none) {
      const auto found = statistics_of<W>(f.width, f.norm, f.epsilon, [&](int64_t i) { return load(x + i); });
      mean = found.mean;
      rstd = found.rstd;
      if (threadIdx.x == 0) {
        W* const kept = static_cast<W*>(f.statistics) + 2 * (array * f.rows + row);
        kept[0] = mean;
        kept[1] = rstd;
      }
    }
    const auto value = [&](int64_t i) {
      if (f.norm == Norm::none) return static_cast<W>(load(x + i));
      const W product = (load(x + i) - mean) * rstd * load_or(weight, i, W(1));
      return product + load_or(bias, i, W(0));
    };
    const float* const table = table_of(f, row);
    for_pairs(f.width, [&](int64_t i) {
      const Pair<W> pair = turned_pair(table, i, W(1), value);
      store(y + i, pair.a);
      store(y + i + 1, pair.b);
    });
  }
}

template <class T>
__global__ void rotate_backward_kernel(RotateBackward b) {
  using W = typename Wide<T>::Type;
  const int array = static_cast<int>(blockIdx.y);
  const auto* const weight = static_cast<const T*>(b.weight[array]);
  for (int64_t row = first_row(); row < b.rows; row += rows_at_once()) {
    const T* const dy = static_cast<const T*>(b.dy[array]) + joined_start(b, row);
    T* const dx = static_cast<T*>(b.dx[array]) + row * b.width;
    if (array >= b.turned) {
      for_elements(b.width, [&](int64_t i) { dx[i] = dy[i]; });
      continue;
    }
    const float* const table = table_of(b, row);
    const auto back = [&](int64_t i) {
      const auto given = [&](int64_t at) { return static_cast<W>(load(dy + at)); };
      const Pair<W> pair = turned_pair(table, i - i % 2, W(-1), given);
      return i % 2 == 0 ? pair.a : pair.b;
    };
    if (b.norm == Norm::none) {
      for_elements(b.width, [&](int64_t i) { store(dx + i, back(i)); });
      continue;
    }
    const T* const x = static_cast<const T*>(b.x[array]) + row * b.width;
    const W* const kept = static_cast<const W*>(b.statistics) + 2 * (array * b.rows + row);
    const W mean = kept[0], rstd = kept[1];
    const auto gradient = [&](int64_t i) { return back(i) * load_or(weight, i, W(1)); };
    const auto normed = [&](int64_t i) { return (load(x + i) - mean) * rstd; };
    W mean_g = 0;
    if (b.norm == Norm::layer) mean_g = sum_row<W>(b.width, gradient) / static_cast<W>(b.width);
    const W mean_product =
        sum_row<W>(b.width, [&](int64_t i) { return gradient(i) * normed(i); }) / static_cast<W>(b.width);
    for_elements(b.width, [&](int64_t i) {
      store(dx + i, norm_gradient(gradient(i), normed(i), rstd, mean_g, mean_product));
    });
  }
}

// A block a chunk of rows, a thread every blockDim.x-th column, the rows in turn.
template <class T>
__global__ void rotate_sums_kernel(RotateBackward b) {
  using W = typename Wide<T>::Type;
  const int array = static_cast<int>(blockIdx.y);
  const int64_t first = static_cast<int64_t>(blockIdx.x) * b.rows_of_chunk;
  for (int64_t i = threadIdx.x; i < b.width; i += blockDim.x) {
    double of_bias = 0, of_weight = 0;
    for (int64_t row = first; row < first + b.rows_of_chunk && row < b.rows; ++row) {
      const T* const dy = static_cast<const T*>(b.dy[array]) + joined_start(b, row);
      const auto given = [&](int64_t at) { return static_cast<W>(load(dy + at)); };
      const Pair<W> pair = turned_pair(table_of(b, row), i - i % 2, W(-1), given);
      const W back = i % 2 == 0 ? pair.a : pair.b;
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

template <class Run>
int by_element(Element element, Run run) {
  if (element == Element::float32) return run(float());
  if (element == Element::bfloat16) return run(Bf16());
  if (element == Element::float16) return run(Half());
  return run(double());
}

unsigned blocks_for(int64_t rows) {
  constexpr int64_t most = 65536;
  const int64_t blocks = (rows + warps_of_block - 1) / warps_of_block;
  return static_cast<unsigned>(blocks < most ? blocks : most);
}

constexpr dim3 row_threads(warp, warps_of_block);

/// run(an element), where there are rows.
template <class Rows, class Run>
int by_element_of(const Rows& all, Run run) {
  return all.rows == 0 ? static_cast<int>(cudaSuccess) : by_element(all.element, run);
}

}  // namespace

int run_cuda(const NormForward& norm, void* stream) {
  return by_element_of(norm, [&](auto element) {
    return launch<norm_forward_kernel<decltype(element)>>(blocks_for(norm.rows), row_threads, stream, 0,
                                                          norm);
  });
}
int run_cuda(const NormBackward& norm, void* stream) {
  return by_element_of(norm, [&](auto element) {
    return launch<norm_backward_kernel<decltype(element)>>(blocks_for(norm.rows), row_threads, stream, 0,
                                                           norm);
  });
}
int run_cuda(const NormSums& sums, void* stream) {
  const dim3 grid(static_cast<unsigned>((sums.width + columns_of_block - 1) / columns_of_block),
                  static_cast<unsigned>(sums.samples() * sums.parts_of_sample));
  return by_element_of(sums, [&](auto element) {
    return launch<norm_sums_kernel<decltype(element)>>(grid, dim3(columns_of_block, warp), stream, 0, sums);
  });
}
int run_cuda(const RotateForward& rotate, void* stream) {
  const dim3 grid(blocks_for(rotate.rows), static_cast<unsigned>(rotate.arrays));
  return by_element_of(rotate, [&](auto element) {
    return launch<rotate_forward_kernel<decltype(element)>>(grid, row_threads, stream, 0, rotate);
  });
}
int run_cuda(const RotateBackward& rotate, void* stream) {
  const dim3 grid(blocks_for(rotate.rows), static_cast<unsigned>(rotate.arrays));
  const dim3 chunks(static_cast<unsigned>(rotate.chunks()), static_cast<unsigned>(rotate.turned));
  return by_element_of(rotate, [&](auto element) {
    using T = decltype(element);
    const int status = launch<rotate_backward_kernel<T>>(grid, row_threads, stream, 0, rotate);
    if (status != cudaSuccess || rotate.sums == nullptr) return status;
    const unsigned threads = static_cast<unsigned>(rotate.width < 256 ? rotate.width : 256);
    return launch<rotate_sums_kernel<T>>(chunks, threads, stream, 0, rotate);
  });
}

}  // namespace fw::kernels
