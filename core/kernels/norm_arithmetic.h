// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/norms.h"

/// Per-element arithmetic shared by the CPU and CUDA kernels of norms.h. C++17 for nvcc.
namespace fw::kernels {

template <class T>
FW_ELEMENT const T* channels_of(const Channels& channels, int64_t sample, int64_t part) {
  return static_cast<const T*>(channels.data) + sample * channels.sample_stride + part * channels.part_stride;
}

/// Element i, or `otherwise` if the array is null.
template <class T, class W>
FW_ELEMENT W load_or(const T* array, int64_t i, W otherwise) {
  return array == nullptr ? otherwise : static_cast<W>(load(array + i));
}

/// Factor and offset applied to the normalised value.
template <class W>
struct Affine {
  W factor, offset;
};
/// @param whole  1, or with a scale: unit + scale
template <class W>
FW_ELEMENT Affine<W> affine_of(W weight, W bias, W whole, W shift) {
  const W offset = bias * whole;
  return {weight * whole, offset + shift};
}
template <class T, class W>
FW_ELEMENT Affine<W> affine_at(W unit, const T* weight, const T* bias, const T* scale, const T* shift,
                               int64_t i) {
  const W whole = scale == nullptr ? W(1) : unit + static_cast<W>(load(scale + i));
  return affine_of(load_or(weight, i, W(1)), load_or(bias, i, W(0)), whole, load_or(shift, i, W(0)));
}

/// Saved statistics of a row.
template <class W>
struct Statistics {
  W mean, rstd;
};

FW_ELEMENT float tangent(float x) {
  return tanhf(x);
}
FW_ELEMENT double tangent(double x) {
  return tanh(x);
}

/// The factor applied to a change.
template <class W>
FW_ELEMENT W gate_of(W own, Branch branch) {
  return branch == Branch::normed ? tangent(own) : own;
}
/// For channel i.
template <class T, class W>
FW_ELEMENT W gate_at(const T* gate, Branch branch, int64_t i) {
  return gate_of(load_or(gate, i, W(1)), branch);
}

/// Its derivative.
template <class T, class W>
FW_ELEMENT W gate_slope_at(const T* gate, Branch branch, int64_t i) {
  if (branch == Branch::plain) return W(1);
  const W own = gate_at<T, W>(gate, branch, i);
  return W(1) - own * own;
}

/// @param squares  sum of the squared deviations from the mean
template <class W>
FW_ELEMENT W inverse_deviation(W squares, int64_t width, double epsilon) {
  return W(1) / root(squares / static_cast<W>(width) + static_cast<W>(epsilon));
}

/// The gradient of the input of a normalisation.
/// @param g            the gradient of the normalised value
/// @param mean_g       the row's mean of g; 0 if the norm does not subtract the mean
/// @param mean_product  the row's mean of g times the normalised value
template <class W>
FW_ELEMENT W norm_gradient(W g, W normed, W rstd, W mean_g, W mean_product) {
  const W direction = g - mean_g - normed * mean_product;
  return rstd * direction;
}

template <class W>
struct Pair {
  W a, b;
};
template <class W>
FW_ELEMENT Pair<W> turned(W a, W b, W cosine, W sine) {
  const W ac = a * cosine, bs = b * sine, as = a * sine, bc = b * cosine;
  return {ac - bs, as + bc};
}

/// The part of the sample that a row belongs to.
FW_ELEMENT int64_t part_of(const NormRows& norm, int64_t row) {
  return row % norm.tokens < norm.head ? 1 : 0;
}

/// Start of row `row` of an array with the layout of y.
FW_ELEMENT int64_t joined_start(const RotateRows& rotate, int64_t row) {
  const int64_t rows_of_sample = rotate.tokens * rotate.pieces;
  return row / rows_of_sample * rotate.sample_stride + row % rows_of_sample * rotate.width;
}

/// Range of rows of a part within a sample: the second part comes first.
struct Range {
  int64_t begin, end;
};
FW_ELEMENT Range rows_of_part(const NormRows& norm, int64_t sample, int64_t part) {
  const int64_t start = sample * norm.tokens;
  if (part == 1) return {start, start + norm.head};
  return {start + norm.head, start + norm.tokens};
}

}  // namespace fw::kernels
