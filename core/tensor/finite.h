// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

namespace fw::tensor {

/// True if no value is NaN or infinite; always true in a dry run. Cost: one pass without extra memory (float8
/// is converted to float32); waits for a GPU.
bool is_finite(const torch::Tensor& tensor);

}  // namespace fw::tensor
