// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>
#include <string_view>
#include <vector>

namespace fw::nn {

/// True if an operator may be used: always on the CPU, where the tests compare results, and on the meta
/// device; elsewhere if `fused` returns the same as `plain`. They are compared before the first use in a
/// process, for each device and type; if they differ, or `fused` throws, that is logged once.
/// @param name          of the operator, an English noun
/// @param fused, plain  compute results from these options only; autograd records
/// @return  also false for types other than float32, bfloat16, float16 and float64
/// @throws c10::Error  if memory runs out, which does not reject the operator
/// Thread: any. Cost: the first time, `fused`, `plain` and a synchronization; then a look-up.
using Results = std::function<std::vector<torch::Tensor>(const torch::TensorOptions& options)>;
bool may_use_operator(std::string_view name, const torch::Tensor& like, const Results& fused,
                      const Results& plain);

/// Values between -1 and 1, the same in every process, without a generator. @param seed  selects other values
torch::Tensor test_values(torch::IntArrayRef shape, double seed, const torch::TensorOptions& options);

}  // namespace fw::nn
