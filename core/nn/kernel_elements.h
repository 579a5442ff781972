// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include "kernels/elements.h"

namespace fw::nn {

/// The kernels' element type for x.
inline kernels::Element element_of(const torch::Tensor& x) {
  switch (x.scalar_type()) {
    case torch::kFloat32:
      return kernels::Element::float32;
    case torch::kHalf:
      return kernels::Element::float16;
    case torch::kBFloat16:
      return kernels::Element::bfloat16;
    default:
      TORCH_CHECK(x.scalar_type() == torch::kFloat64, "no kernel for ", x.scalar_type());
  }
  return kernels::Element::float64;
}

}  // namespace fw::nn
