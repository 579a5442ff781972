// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <string_view>

#include "safetensors/dtype.h"

namespace fw::tensor {

torch::Dtype to_torch(safetensors::Dtype dtype);
/// @throws fw::Error tensor.not_storable for types that the file format does not support (complex, quantised)
safetensors::Dtype to_safetensors(torch::Dtype dtype);

/// Parses "fp32", "fp16", "bf16" (also "float32", "float16", "bfloat16"), as used in settings and on command
/// lines.
/// @throws fw::Error tensor.unknown_dtype, which lists the names
torch::Dtype parse_dtype(std::string_view text);
/// The short name of these three types, or LibTorch's name of any other.
std::string_view dtype_text(torch::Dtype dtype);

}  // namespace fw::tensor
