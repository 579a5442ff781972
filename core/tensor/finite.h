// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

namespace fw::tensor {

/// Whether no value is NaN or infinite. In a dry run: yes. Cost: one pass, without extra memory; float8 goes
/// through float32; waits for a GPU.
bool is_finite(const torch::Tensor& tensor);

}  // namespace fw::tensor
