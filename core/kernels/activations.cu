// SPDX-License-Identifier: Apache-2.0
#include "kernels/activation_arithmetic.h"
#include "kernels/launch.h"

namespace fw::kernels {

namespace {

constexpr int threads = 256;

template <class T, class Array>
__device__ auto at(const Array& rows, int64_t row, int64_t column) {
  return static_cast<T*>(rows.data) + row * rows.stride + column;
}

/// Calls f(row, column) for this thread's elements; adjacent threads have adjacent columns.
template <class F>
__device__ void for_elements(const ActivationRows& all, F f) {
  for (int64_t row = blockIdx.y; row < all.rows; row += gridDim.y)
    for (int64_t column = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; column < all.width;
         column += static_cast<int64_t>(gridDim.x) * blockDim.x)
      f(row, column);
}

template <class K, class T>
__global__ void forward_kernel(ActivationForward f) {
  using W = typename Wide<T>::Type;
  for_elements(f, [&](int64_t row, int64_t column) {
    W y = activated<K::activation>(W(load(at<const T>(f.x, row, column))));
    if (f.value.data != nullptr) y *= load(at<const T>(f.value, row, column));
    store(at<T>(f.y, row, column), y);
  });
}

template <class K, class T>
__global__ void backward_kernel(ActivationBackward b) {
  using W = typename Wide<T>::Type;
  for_elements(b, [&](int64_t row, int64_t column) {
    const Inner<W> both = activated_with_slope<K::activation>(W(load(at<const T>(b.x, row, column))));
    W dy = load(at<const T>(b.dy, row, column));
    if (b.value.data != nullptr) {
      store(at<T>(b.dvalue, row, column), dy * both.value);
      dy *= load(at<const T>(b.value, row, column));
    }
    store(at<T>(b.dx, row, column), dy * both.slope);
  });
}

/// Calls run(activation, an element), both as types.
template <class Run>
int by_kind(const ActivationRows& all, Run run) {
  if (all.rows == 0 || all.width == 0) return cudaSuccess;
  const auto by_element = [&](auto activation) {
    if (all.element == Element::float32) return run(activation, float());
    if (all.element == Element::bfloat16) return run(activation, Bf16());
    if (all.element == Element::float16) return run(activation, Half());
    return run(activation, double());
  };
  if (all.activation == Activation::gelu_tanh) return by_element(Kind<Activation::gelu_tanh>());
  if (all.activation == Activation::quick_gelu) return by_element(Kind<Activation::quick_gelu>());
  return by_element(Kind<Activation::silu>());
}

dim3 blocks_of(const ActivationRows& all) {
  constexpr int64_t most = 65535;
  return {static_cast<unsigned>((all.width + threads - 1) / threads),
          static_cast<unsigned>(all.rows < most ? all.rows : most)};
}

}  // namespace

int run_cuda(const ActivationForward& all, void* stream) {
  return by_kind(all, [&](auto kind, auto element) {
    return launch<forward_kernel<decltype(kind), decltype(element)>>(blocks_of(all), threads, stream, 0, all);
  });
}
int run_cuda(const ActivationBackward& all, void* stream) {
  return by_kind(all, [&](auto kind, auto element) {
    return launch<backward_kernel<decltype(kind), decltype(element)>>(blocks_of(all), threads, stream, 0,
                                                                      all);
  });
}

}  // namespace fw::kernels
