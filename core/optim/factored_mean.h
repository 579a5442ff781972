// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

namespace fw::optim {

/// Running mean of a tensor's positive values. For an [m, n] matrix it stores m + n values instead of m n:
/// the means of rows and columns, whose outer product approximates the mean (Shazeer and Stern 2018). The
/// last two dimensions are those of the matrices; a vector is stored whole.
struct FactoredMean {
  torch::Tensor rows;     ///< [..., m]; undefined for a vector
  torch::Tensor columns;  ///< [..., n]
  torch::Tensor whole;    ///< of a vector, otherwise undefined

  /// mean = decay mean + (1 - decay) values.
  void add(const torch::Tensor& values, double decay);
  /// 1 / sqrt(mean), as a new tensor of the whole shape.
  torch::Tensor inverse_root() const;
};

/// Root mean square of all values: [].
torch::Tensor root_mean_square(const torch::Tensor& values);

/// Scales the values down, in place, if their root mean square exceeds `most`.
void limit_root_mean_square(const torch::Tensor& values, double most);

}  // namespace fw::optim
