// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "kernels/launch.h"
#include "kernels/norm_arithmetic.h"

/// Lanes of a warp that share a row, processing four adjacent elements at a time. A thread's position in its
/// block is (lane, row). C++17 for nvcc.
namespace fw::kernels {

/// True if every four elements of a row are one aligned piece of memory, so that one instruction can load or
/// store them. float64, which only gradient checks use, is processed one by one.
class InFours {
 public:
  InFours(Element element, int64_t width)
      : bytes_(element == Element::float32 ? 16 : 8), holds_(element != Element::float64 && width % 4 == 0) {}
  /// @param array  may be null  @param stride  between rows or parts, in elements
  InFours& array(const void* array, int64_t stride = 0) { return add(array, stride, bytes_); }
  InFours& floats(const float* array, int64_t stride) { return add(array, stride, 16); }
  InFours& channels(const Channels& of) {
    return array(of.data, of.sample_stride).array(of.data, of.part_stride);
  }
  bool holds() const { return holds_; }

 private:
  InFours& add(const void* array, int64_t stride, unsigned bytes) {
    holds_ = holds_ && reinterpret_cast<uintptr_t>(array) % bytes == 0 && stride % 4 == 0;
    return *this;
  }

  unsigned bytes_;
  bool holds_;
};

/// Lanes per row, so that each has four elements, at most a warp: two rows of 64 share one warp.
inline dim3 row_threads(int64_t width) {
  constexpr unsigned of_block = 128;
  unsigned lanes = 32;
  while (lanes > 1 && 2 * lanes >= width) lanes /= 2;
  return {lanes, of_block / lanes};
}
inline unsigned row_blocks(int64_t rows, int64_t width) {
  constexpr int64_t most = 65536;
  const int64_t of_block = row_threads(width).y, blocks = (rows + of_block - 1) / of_block;
  return static_cast<unsigned>(blocks < most ? blocks : most);
}

/// Calls run(an element, std::bool_constant<whether in fours>), if there are rows.
template <class Rows, class Run>
int by_element(const Rows& all, const InFours& fours, Run run) {
  const auto by_access = [&](auto element) {
    return fours.holds() ? run(element, std::true_type()) : run(element, std::false_type());
  };
  if (all.rows == 0) return cudaSuccess;
  if (all.element == Element::float32) return by_access(float());
  if (all.element == Element::bfloat16) return by_access(Bf16());
  if (all.element == Element::float16) return by_access(Half());
  return run(double(), std::false_type());
}

template <class W>
struct Four {
  W of[4];
};
template <class T>
struct Packed {
  T of[4];
};

/// Calls make(k) for k = 0 .. 3.
template <class W, class Make>
__device__ Four<W> four(Make make) {
  return {{make(0), make(1), make(2), make(3)}};
}

/// This thread's part of a row. @tparam in_fours  from InFours
template <bool in_fours>
class RowLanes {
 public:
  __device__ explicit RowLanes(int64_t width) : width_(static_cast<int>(width)) {}

  __device__ static int64_t first_row() {
    return static_cast<int64_t>(blockIdx.x) * blockDim.y + threadIdx.y;
  }
  __device__ static int64_t rows_at_once() { return static_cast<int64_t>(gridDim.x) * blockDim.y; }

  /// Calls f(i) for the first element of each of this thread's fours.
  template <class F>
  __device__ void for_fours(F f) const {
    for (int i = 4 * static_cast<int>(threadIdx.x); i < width_; i += 4 * static_cast<int>(blockDim.x)) f(i);
  }
  /// Elements past the end of the row are 0.
  template <class T>
  __device__ Four<typename Wide<T>::Type> load(const T* row, int i) const {
    using W = typename Wide<T>::Type;
    if constexpr (in_fours) {
      const Packed<T> packed = get(row, i);
      return four<W>([&](int k) { return static_cast<W>(kernels::load(packed.of + k)); });
    } else {
      return four<W>([&](int k) { return is_in(i + k) ? static_cast<W>(kernels::load(row + i + k)) : W(0); });
    }
  }
  /// @param otherwise  replaces the elements of a null array
  template <class T, class W>
  __device__ Four<W> load_or(const T* array, int i, W otherwise) const {
    if (array != nullptr) return load(array, i);
    return {{otherwise, otherwise, otherwise, otherwise}};
  }
  template <class T, class W>
  __device__ void store(T* row, int i, const Four<W>& values) const {
    Packed<T> packed;
    FW_UNROLL
    for (int k = 0; k < 4; ++k) kernels::store(packed.of + k, values.of[k]);
    put(row, i, packed);
  }
  template <class T>
  __device__ void copy(T* to, const T* from, int i) const {
    if constexpr (in_fours) {
      put(to, i, get(from, i));
    } else {
      FW_UNROLL
      for (int k = 0; k < 4; ++k)
        if (is_in(i + k)) to[i + k] = from[i + k];
    }
  }

  /// The sum over the row, for all its lanes. @param take  maps the first index of a four to its summands
  template <class W, class Take>
  __device__ W sum(Take take) const {
    W part[4] = {};
    for_fours([&](int i) {
      const Four<W> taken = take(i);
      FW_UNROLL
      for (int k = 0; k < 4; ++k)
        if (is_in(i + k)) part[k] += taken.of[k];
    });
    W sum = (part[0] + part[1]) + (part[2] + part[3]);
    const unsigned lanes = blockDim.x, first = threadIdx.y * lanes % 32;
    const unsigned mask = (0xffffffffu >> (32 - lanes)) << first;  // other rows of the warp may have finished
    for (unsigned distance = lanes / 2; distance > 0; distance /= 2)
      sum += __shfl_xor_sync(mask, sum, static_cast<int>(distance));
    return sum;
  }

  template <class W, class Value>
  __device__ Statistics<W> statistics(Norm norm, double epsilon, Value value) const {
    W mean = 0;
    if (norm == Norm::layer) mean = sum<W>(value) / static_cast<W>(width_);
    const W squares = sum<W>([&](int i) {
      const Four<W> values = value(i);
      return four<W>([&](int k) {
        const W deviation = values.of[k] - mean;
        return deviation * deviation;
      });
    });
    return {mean, inverse_deviation(squares, width_, epsilon)};
  }

  /// Computes the gradient of a normalisation's input from its gradient and the normalised values.
  /// @param put  receives the first index of a four and its gradients
  template <class W, class Gradient, class Normed, class Put>
  __device__ void norm_gradients(Norm norm, W rstd, Gradient gradient, Normed normed, Put put) const {
    W mean_g = 0;
    if (norm == Norm::layer) mean_g = sum<W>(gradient) / static_cast<W>(width_);
    const W mean_product = sum<W>([&](int i) {
                             const Four<W> g = gradient(i), n = normed(i);
                             return four<W>([&](int k) { return g.of[k] * n.of[k]; });
                           }) /
                           static_cast<W>(width_);
    for_fours([&](int i) {
      const Four<W> g = gradient(i), n = normed(i);
      put(i, four<W>([&](int k) { return norm_gradient(g.of[k], n.of[k], rstd, mean_g, mean_product); }));
    });
  }

 private:
  __device__ bool is_in(int i) const { return in_fours || i < width_; }
  /// The type of one load or store. nvcc would split an ordinary store of four elements.
  template <class T>
  using Word = std::conditional_t<sizeof(T) == 2, uint2, uint4>;
  template <class T>
  __device__ static Packed<T> get(const T* row, int i) {
    const Word<T> word = *reinterpret_cast<const Word<T>*>(row + i);
    Packed<T> packed;
    __builtin_memcpy(&packed, &word, sizeof word);
    return packed;
  }
  template <class T>
  __device__ void put(T* row, int i, const Packed<T>& packed) const {
    if constexpr (in_fours) {
      Word<T> word;
      __builtin_memcpy(&word, &packed, sizeof word);
      __stwb(reinterpret_cast<Word<T>*>(row + i), word);
    } else {
      FW_UNROLL
      for (int k = 0; k < 4; ++k)
        if (is_in(i + k)) row[i + k] = packed.of[k];
    }
  }

  int width_;
};

}  // namespace fw::kernels
