// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nn/norm_kernels.h"
#include "nn/norm_operators.h"
#include "nn/operator_check.h"

/// Helpers shared by norm_operators.h and head_operators.h.
namespace fw::nn {

/// Converts an undefined tensor to nullopt, which autograd ignores.
inline Maybe maybe(const torch::Tensor& tensor) {
  return tensor.defined() ? Maybe(tensor) : std::nullopt;
}
inline torch::Tensor or_none(const Maybe& tensor) {
  return tensor.value_or(torch::Tensor());
}

inline bool is_of_type(const torch::Tensor& tensor, const torch::Tensor& x) {
  return !tensor.defined() || tensor.scalar_type() == x.scalar_type();
}

/// True if operator `name` is used for x. False for zero tokens, which a process that shares a list may have.
bool has_kernels(const char* name, const torch::Tensor& x, const Results& fused, const Results& plain);

/// True for float32 on the CPU, where LibTorch is faster for a gate without a norm and for a head's layer
/// norm with rotation (measured).
bool libtorch_is_faster(const torch::Tensor& x);

/// An RMS norm without a weight is computed in float32 at least, so that a modulated result is rounded once.
torch::Tensor plain_norm(const torch::Tensor& x, const NormOf& norm);

}  // namespace fw::nn
