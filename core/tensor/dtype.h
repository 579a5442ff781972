// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <string_view>

#include "safetensors/dtype.h"

namespace fw::tensor {

torch::Dtype to_torch(safetensors::Dtype dtype);
/// @throws fw::Error tensor.not_storable for types that the file format lacks (complex, quantised)
safetensors::Dtype to_safetensors(torch::Dtype dtype);

/// "fp32", "fp16", "bf16" (also "float32", "float16", "bfloat16"), as settings and command lines say it.
/// @throws fw::Error tensor.unknown_dtype, which lists what there is
torch::Dtype parse_dtype(std::string_view text);
/// The short name of the three above, or LibTorch's own for others.
std::string_view dtype_text(torch::Dtype dtype);

}  // namespace fw::tensor
