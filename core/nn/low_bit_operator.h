// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <optional>

#include "kernels/low_bit.h"

/// Device-independent parts of the operator framewright::dequantise: for its own sources only.
namespace fw::nn {

/// @throws c10::Error for unsupported types
kernels::ValueType value_type(torch::Dtype dtype);
/// View for the kernels; valid as long as the tensors are.
kernels::LowBitMatrix matrix_of(const torch::Tensor& codes, const torch::Tensor& scales,
                                const std::optional<torch::Tensor>& magnitudes,
                                const std::optional<torch::Tensor>& mean);
/// [out, in] on the device of the codes, uninitialised.
torch::Tensor result_for(const torch::Tensor& codes, torch::Dtype dtype);
/// Uses LibTorch's threads.
torch::Tensor dequantise_on_cpu(const torch::Tensor& codes, const torch::Tensor& scales,
                                const std::optional<torch::Tensor>& magnitudes,
                                const std::optional<torch::Tensor>& mean, torch::Dtype dtype);

}  // namespace fw::nn
