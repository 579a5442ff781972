// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <string_view>
#include <vector>

namespace fw::nn {

/// Whether an operator may be used: on the CPU, whose results the tests compare, and on the meta device
/// always; elsewhere if `fused` gives there what `plain` gives. They are compared before the first use in a
/// process, for each device and type; where they differ, or `fused` throws, the log says so once.
/// @param name          of the operator, an English noun
/// @param fused, plain  results from inputs of these options alone; autograd records
/// @return  also false for types other than float32, bfloat16, float16 and float64
/// @throws c10::Error  when memory runs out, which says nothing of the operator
/// Thread: any. Cost: the first time that of `fused`, `plain` and a wait for the device, then a look-up.
using Results = std::function<std::vector<torch::Tensor>(const torch::TensorOptions& options)>;
bool may_use_operator(std::string_view name, const torch::Tensor& like, const Results& fused,
                      const Results& plain);

/// Values between -1 and 1 that are the same in every process, without a generator. @param seed  other values
torch::Tensor test_values(torch::IntArrayRef shape, double seed, const torch::TensorOptions& options);

}  // namespace fw::nn
