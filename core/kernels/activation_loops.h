// SPDX-License-Identifier: Apache-2.0
//
// The CPU kernels of activations.h, compiled once per instruction set (activations_avx2.cpp,
// activations_avx512.cpp, activations_cpu.cpp), each in its own namespace, FW_INSTRUCTIONS.
#include "kernels/activation_arithmetic.h"
#include "kernels/activation_table.h"

namespace fw::kernels::FW_INSTRUCTIONS {

namespace {

/// Elements read before any is written, so that the compiler need not check whether arrays overlap.
constexpr int64_t piece = 512;

template <class T>
inline const T* at(const ConstRows& rows, int64_t row, int64_t column) {
  return rows.data == nullptr ? nullptr : static_cast<const T*>(rows.data) + row * rows.stride + column;
}
template <class T>
inline T* at(const Rows& rows, int64_t row, int64_t column) {
  return static_cast<T*>(rows.data) + row * rows.stride + column;
}

template <class T, class W>
inline void load_piece(const T* from, int64_t count, W* to) {
  for (int64_t i = 0; i < count; ++i) to[i] = load(from + i);
}
template <class T, class W>
inline void store_piece(const W* from, int64_t count, T* to) {
  for (int64_t i = 0; i < count; ++i) store(to + i, from[i]);
}

/// Calls take(row, column, count) for each piece of the rows.
template <class Take>
inline void for_pieces(const ActivationRows& all, int64_t first, int64_t end, Take take) {
  for (int64_t row = first; row < end; ++row)
    for (int64_t column = 0; column < all.width; column += piece)
      take(row, column, all.width - column < piece ? all.width - column : piece);
}

template <Activation activation, class T>
void forward_of(const ActivationForward& f, int64_t first, int64_t end) {
  using W = typename Wide<T>::Type;
  W x[piece], value[piece];
  for_pieces(f, first, end, [&](int64_t row, int64_t column, int64_t count) {
    load_piece(at<T>(f.x, row, column), count, x);
    for (int64_t i = 0; i < count; ++i) x[i] = activated<activation>(x[i]);
    if (f.value.data != nullptr) {
      load_piece(at<T>(f.value, row, column), count, value);
      for (int64_t i = 0; i < count; ++i) x[i] *= value[i];
    }
    store_piece(x, count, at<T>(f.y, row, column));
  });
}

template <Activation activation, class T>
void backward_of(const ActivationBackward& b, int64_t first, int64_t end) {
  using W = typename Wide<T>::Type;
  W x[piece], dy[piece], value[piece], slope[piece];
  for_pieces(b, first, end, [&](int64_t row, int64_t column, int64_t count) {
    load_piece(at<T>(b.x, row, column), count, x);
    load_piece(at<T>(b.dy, row, column), count, dy);
    for (int64_t i = 0; i < count; ++i) {
      const Inner<W> both = activated_with_slope<activation>(x[i]);
      x[i] = both.value;
      slope[i] = both.slope;
    }
    if (b.value.data != nullptr) {
      load_piece(at<T>(b.value, row, column), count, value);
      for (int64_t i = 0; i < count; ++i) x[i] *= dy[i];
      for (int64_t i = 0; i < count; ++i) dy[i] *= value[i];
      store_piece(x, count, at<T>(b.dvalue, row, column));
    }
    for (int64_t i = 0; i < count; ++i) slope[i] *= dy[i];
    store_piece(slope, count, at<T>(b.dx, row, column));
  });
}

/// Calls run(activation, an element), both as types.
template <class Run>
void by_kind(const ActivationRows& all, Run run) {
  const auto by_element = [&](auto activation) {
    if (all.element == Element::float32) run(activation, float());
    if (all.element == Element::bfloat16) run(activation, Bf16());
    if (all.element == Element::float16) run(activation, Half());
    if (all.element == Element::float64) run(activation, double());
  };
  if (all.activation == Activation::gelu_tanh) by_element(Kind<Activation::gelu_tanh>());
  if (all.activation == Activation::quick_gelu) by_element(Kind<Activation::quick_gelu>());
  if (all.activation == Activation::silu) by_element(Kind<Activation::silu>());
}

void forward(const ActivationForward& f, int64_t first, int64_t end) {
  by_kind(f, [&](auto kind, auto element) {
    forward_of<decltype(kind)::activation, decltype(element)>(f, first, end);
  });
}
void backward(const ActivationBackward& b, int64_t first, int64_t end) {
  by_kind(b, [&](auto kind, auto element) {
    backward_of<decltype(kind)::activation, decltype(element)>(b, first, end);
  });
}

}  // namespace

ActivationTable activation_table() {
  return {forward, backward};
}

}  // namespace fw::kernels::FW_INSTRUCTIONS
