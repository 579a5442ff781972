// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/libtorch.h"

#include <array>
#include <vector>

namespace fw::nn {

/// Rotary position embedding (Su et al. 2021) on interleaved pairs: (x0, x1) is rotated by the angle of its
/// token and pair, as a complex number multiplied by cos + i sin.
struct RotaryTable {
  torch::Tensor rotation;  ///< complex64 [tokens, head_dim / 2]
  bool trained = false;    ///< receives a gradient, even if a checkpoint's first pass records none

  /// float32 [tokens, head_dim]: each angle twice, like the tables of the Python libraries.
  torch::Tensor cos() const;
  torch::Tensor sin() const;
};

/// Angles position / theta^(2 i / dim), i = 0 .. dim/2 - 1.
/// @param positions  one per token
/// @return           float64 [tokens, dim / 2] on the CPU. Thread: any.
torch::Tensor rotary_angles(const std::vector<double>& positions, int64_t dim, double theta = 10000.0);

/// Positions 0 .. count - 1.
std::vector<double> counted(int64_t count);

/// Angles for frames, rows and columns, concatenated in this order.
/// @param positions  along each axis
/// @param dims       dimensions of a head for each axis
/// @return           float64 [frames, rows, columns, head_dim / 2] on the CPU. Thread: any.
torch::Tensor rotary_angles_3d(const std::array<std::vector<double>, 3>& positions,
                               const std::array<int64_t, 3>& dims, double theta = 10000.0);

/// @param angles  float64 [tokens, head_dim / 2]
RotaryTable rotary_from_angles(const torch::Tensor& angles, torch::Device device);

/// Rotates every pair of x. Overwrites x if it is contiguous float32 and autograd does not record.
/// @param x  [B, tokens, H, head_dim], any floating dtype; computed in float32
/// @return   the same shape and dtype
torch::Tensor apply_rotary(const torch::Tensor& x, const RotaryTable& table);

}  // namespace fw::nn
