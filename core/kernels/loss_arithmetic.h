// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/losses.h"

/// Arithmetic shared by the CPU and CUDA kernels of losses.h. A sum has one lane per thread of a CUDA block:
/// lane l adds every 256th number starting at l; then one half of the lanes is added to the other until one
/// is left. C++17 for nvcc.
namespace fw::kernels {

constexpr int64_t loss_lanes = 256;

template <class W>
FW_ELEMENT W scale_or_one(const void* scales, int64_t sample) {
  return scales == nullptr ? W(1) : static_cast<const W*>(scales)[sample];
}

template <class W>
FW_ELEMENT W error_of(W x, W x_scale, W first, W first_scale, W second) {
  return x_scale * x - (first_scale * first - second);
}

/// An error's term of the sum. s - c is e^2 / (s + c), which is exact for small errors.
template <class W>
FW_ELEMENT W counted(W e, LossForm form, W c) {
  if (form == LossForm::squared) return e * e;
  if (form == LossForm::absolute) return e < W(0) ? -e : e;
  const W excess = e * e / (root(e * e + c * c) + c);
  return form == LossForm::huber ? W(2) * c * excess : W(2) * excess;
}

/// Half its slope: e for squares.
template <class W>
FW_ELEMENT W half_slope(W e, LossForm form, W c) {
  if (form == LossForm::squared) return e;
  if (form == LossForm::absolute) return e > W(0) ? W(0.5) : e < W(0) ? W(-0.5) : e;  // keeps a NaN
  const W flat = e / root(e * e + c * c);
  return form == LossForm::huber ? c * flat : flat;
}

/// Range of a piece within a sample.
struct LossRange {
  int64_t begin = 0, end = 0;
};
FW_ELEMENT LossRange loss_range(int64_t piece, int64_t size) {
  const int64_t begin = piece * loss_piece;
  return {begin, size - begin < loss_piece ? size : begin + loss_piece};
}

/// @param sum  of what errors count; float64 when summing pieces
template <class W>
FW_ELEMENT W weighted_mean(double sum, const LossSamples& all, int64_t sample) {
  return scale_or_one<W>(all.weight, sample) * static_cast<W>(sum / static_cast<double>(all.size));
}

/// Factor that turns half the slope of an error into the gradient of its x.
template <class W>
FW_ELEMENT W slope_of(const LossBackward& b, int64_t sample) {
  return static_cast<const W*>(b.dloss)[sample] * scale_or_one<W>(b.weight, sample) *
         (W(2) / static_cast<W>(b.size)) * scale_or_one<W>(b.x_scale, sample);
}

}  // namespace fw::kernels
