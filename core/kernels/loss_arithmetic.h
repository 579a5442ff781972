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

/// Range of a piece within a sample.
struct LossRange {
  int64_t begin = 0, end = 0;
};
FW_ELEMENT LossRange loss_range(int64_t piece, int64_t size) {
  const int64_t begin = piece * loss_piece;
  return {begin, size - begin < loss_piece ? size : begin + loss_piece};
}

/// @param sum  of the squares; float64 when summing pieces
template <class W>
FW_ELEMENT W weighted_mean(double sum, const LossSamples& all, int64_t sample) {
  return scale_or_one<W>(all.weight, sample) * static_cast<W>(sum / static_cast<double>(all.size));
}

/// Factor that turns an error into the gradient of its x.
template <class W>
FW_ELEMENT W slope_of(const LossBackward& b, int64_t sample) {
  return static_cast<const W*>(b.dloss)[sample] * scale_or_one<W>(b.weight, sample) *
         (W(2) / static_cast<W>(b.size)) * scale_or_one<W>(b.x_scale, sample);
}

}  // namespace fw::kernels
