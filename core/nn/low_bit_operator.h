// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <optional>

#include "kernels/low_bit.h"

/// What the operator framewright::dequantise is made of, apart from the devices: for its own sources only.
namespace fw::nn {

/// @throws c10::Error for types that it has no values of
kernels::ValueType value_type(torch::Dtype dtype);
/// As the kernels take it: valid as long as the tensors are.
kernels::LowBitMatrix matrix_of(const torch::Tensor& codes, const torch::Tensor& scales,
                                const std::optional<torch::Tensor>& magnitudes,
                                const std::optional<torch::Tensor>& mean);
/// [out, in] beside the codes, without values.
torch::Tensor result_for(const torch::Tensor& codes, torch::Dtype dtype);
/// On LibTorch's threads.
torch::Tensor dequantise_on_cpu(const torch::Tensor& codes, const torch::Tensor& scales,
                                const std::optional<torch::Tensor>& magnitudes,
                                const std::optional<torch::Tensor>& mean, torch::Dtype dtype);

}  // namespace fw::nn
