// SPDX-License-Identifier: Apache-2.0
#include "kernels/row_lanes.h"

namespace fw::kernels {

namespace {

constexpr int warp = 32;
constexpr int columns_of_block = 32;

template <class T>
__device__ const T* channels_or_none(const Channels& of, int64_t sample, int64_t part) {
  return of.data == nullptr ? nullptr : channels_of<T>(of, sample, part);
}

template <class T, bool in_fours>
__global__ void norm_forward_kernel(NormForward f) {
  using W = typename Wide<T>::Type;
  const RowLanes<in_fours> lanes(f.width);
  for (int64_t row = lanes.first_row(); row < f.rows; row += lanes.rows_at_once()) {
    const int64_t sample = row / f.tokens, part = part_of(f, row), start = row * f.width;
    const T* values = static_cast<const T*>(f.x) + start;
    const auto value = [&](int i) { return lanes.load(values, i); };
    if (f.change != nullptr) {
      const T* const change = static_cast<const T*>(f.change) + start;
      const T* const gate = channels_or_none<T>(f.gate, sample, part);
      T* const sum = static_cast<T*>(f.sum) + start;
      W size = 1;
      if (f.branch == Branch::normed) {
        const auto changed = [&](int i) { return lanes.load(change, i); };
        size = lanes.template statistics<W>(Norm::rms, f.epsilon, changed).rstd;
        if (threadIdx.x == 0) static_cast<W*>(f.branch_rstd)[row] = size;
      }
      lanes.for_fours([&](int i) {
        const Four<W> x = value(i), own = lanes.load(change, i), gates = lanes.load_or(gate, i, W(1));
        lanes.store(sum, i, four<W>([&](int k) {
                      const W product = own.of[k] * size * gate_of(gates.of[k], f.branch);
                      return x.of[k] + product;
                    }));
      });
      values = sum;  // each thread reads what it has written itself
    }
    if (f.norm == Norm::none) continue;
    const Statistics<W> found = lanes.template statistics<W>(f.norm, f.epsilon, value);
    if (threadIdx.x == 0) {
      W* const kept = static_cast<W*>(f.statistics) + 2 * row;
      kept[0] = found.mean;
      kept[1] = found.rstd;
    }
    const auto *const weight = static_cast<const T*>(f.weight), *const bias = static_cast<const T*>(f.bias);
    const T *const scale = channels_or_none<T>(f.scale, sample, part), *const shift = channels_or_none<T>(
                                                                           f.shift, sample, part);
    T* const y = static_cast<T*>(f.y) + start;
    const W unit = static_cast<W>(scale == nullptr ? 0 : f.unit), unscaled = scale == nullptr ? 1 : 0;
    lanes.for_fours([&](int i) {
      const Four<W> x = value(i), weights = lanes.load_or(weight, i, W(1)),
                    biases = lanes.load_or(bias, i, W(0)), scales = lanes.load_or(scale, i, unscaled),
                    shifts = lanes.load_or(shift, i, W(0));
      lanes.store(y, i, four<W>([&](int k) {
                    const Affine<W> affine =
                        affine_of(weights.of[k], biases.of[k], unit + scales.of[k], shifts.of[k]);
                    const W normed = (x.of[k] - found.mean) * found.rstd;
                    const W product = normed * affine.factor;
                    return product + affine.offset;
                  }));
    });
  }
}

template <class T, bool in_fours>
__global__ void norm_backward_kernel(NormBackward b) {
  using W = typename Wide<T>::Type;
  const RowLanes<in_fours> lanes(b.width);
  for (int64_t row = lanes.first_row(); row < b.rows; row += lanes.rows_at_once()) {
    const int64_t sample = row / b.tokens, part = part_of(b, row), start = row * b.width;
    const T* whole = b.dsum == nullptr ? nullptr : static_cast<const T*>(b.dsum) + start;
    if (b.norm != Norm::none) {
      const T *const dy = static_cast<const T*>(b.dy) + start, *const sum =
                                                                   static_cast<const T*>(b.sum) + start;
      const W* const kept = static_cast<const W*>(b.statistics) + 2 * row;
      const W mean = kept[0], rstd = kept[1];
      const auto* const weight = static_cast<const T*>(b.weight);
      const T* const scale = channels_or_none<T>(b.scale, sample, part);
      const W unit = static_cast<W>(scale == nullptr ? 0 : b.unit), unscaled = scale == nullptr ? 1 : 0;
      const auto gradient = [&](int i) {
        const Four<W> given = lanes.load(dy, i), weights = lanes.load_or(weight, i, W(1)),
                      scales = lanes.load_or(scale, i, unscaled);
        return four<W>([&](int k) { return given.of[k] * (weights.of[k] * (unit + scales.of[k])); });
      };
      const auto normed = [&](int i) {
        const Four<W> x = lanes.load(sum, i);
        return four<W>([&](int k) { return (x.of[k] - mean) * rstd; });
      };
      T* const dx = static_cast<T*>(b.dx) + start;
      lanes.norm_gradients(b.norm, rstd, gradient, normed, [&](int i, const Four<W>& own) {
        const Four<W> before = lanes.load_or(whole, i, W(0));
        lanes.store(dx, i, four<W>([&](int k) { return own.of[k] + before.of[k]; }));
      });
      whole = dx;
    }
    if (b.dchange == nullptr) continue;
    const T* const gate = channels_or_none<T>(b.gate, sample, part);
    T* const dchange = static_cast<T*>(b.dchange) + start;
    const auto gradient = [&](int i) {
      const Four<W> given = lanes.load(whole, i), gates = lanes.load_or(gate, i, W(1));
      return four<W>([&](int k) { return given.of[k] * gate_of(gates.of[k], b.branch); });
    };
    const auto put = [&](int i, const Four<W>& own) { lanes.store(dchange, i, own); };
    if (b.branch == Branch::plain) {
      lanes.for_fours([&](int i) { put(i, gradient(i)); });
      continue;
    }
    const T* const change = static_cast<const T*>(b.change) + start;
    const W size = static_cast<const W*>(b.branch_rstd)[row];
    const auto normed = [&](int i) {
      const Four<W> own = lanes.load(change, i);
      return four<W>([&](int k) { return own.of[k] * size; });
    };
    lanes.norm_gradients(Norm::rms, size, gradient, normed, put);
  }
}

// A block sums 32 columns of a part: each row of threads adds every 32nd row, and then the rows of threads
// are added up.
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

InFours in_fours(const NormForward& f) {
  return InFours(f.element, f.width)
      .array(f.x)
      .array(f.change)
      .array(f.weight)
      .array(f.bias)
      .array(f.sum)
      .array(f.y)
      .channels(f.gate)
      .channels(f.scale)
      .channels(f.shift);
}
InFours in_fours(const NormBackward& b) {
  return InFours(b.element, b.width)
      .array(b.dsum)
      .array(b.dy)
      .array(b.sum)
      .array(b.change)
      .array(b.weight)
      .array(b.dx)
      .array(b.dchange)
      .channels(b.gate)
      .channels(b.scale);
}

}  // namespace

int run_cuda(const NormForward& norm, void* stream) {
  return by_element(norm, in_fours(norm), [&](auto element, auto fours) {
    return launch<norm_forward_kernel<decltype(element), decltype(fours)::value>>(
        row_blocks(norm.rows, norm.width), row_threads(norm.width), stream, 0, norm);
  });
}
int run_cuda(const NormBackward& norm, void* stream) {
  return by_element(norm, in_fours(norm), [&](auto element, auto fours) {
    return launch<norm_backward_kernel<decltype(element), decltype(fours)::value>>(
        row_blocks(norm.rows, norm.width), row_threads(norm.width), stream, 0, norm);
  });
}
int run_cuda(const NormSums& sums, void* stream) {
  const dim3 grid(static_cast<unsigned>((sums.width + columns_of_block - 1) / columns_of_block),
                  static_cast<unsigned>(sums.samples() * sums.parts_of_sample));
  return by_element(sums, in_fours(sums), [&](auto element, auto) {
    return launch<norm_sums_kernel<decltype(element)>>(grid, dim3(columns_of_block, warp), stream, 0, sums);
  });
}

}  // namespace fw::kernels
