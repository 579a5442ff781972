// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nn/norm_kernels.h"
#include "nn/norm_operators.h"
#include "nn/operator_check.h"

/// What the operators of norm_operators.h and head_operators.h share.
namespace fw::nn {

/// An argument that autograd does not look at where there is none.
inline Maybe maybe(const torch::Tensor& tensor) {
  return tensor.defined() ? Maybe(tensor) : std::nullopt;
}
inline torch::Tensor or_none(const Maybe& tensor) {
  return tensor.value_or(torch::Tensor());
}

inline bool is_of_type(const torch::Tensor& tensor, const torch::Tensor& x) {
  return !tensor.defined() || tensor.scalar_type() == x.scalar_type();
}

/// Whether operator `name` is used for x. Not for no tokens, as a process may have of a list that it shares.
bool has_kernels(const char* name, const torch::Tensor& x, const Results& fused, const Results& plain);

/// At a gate without a norm, and at the layer norm of a head with its rotation: measured.
bool libtorch_is_faster(const torch::Tensor& x);

/// Of an RMS norm without a weight in float32 at least: what a condition makes of it is rounded once.
torch::Tensor plain_norm(const torch::Tensor& x, const NormOf& norm);

}  // namespace fw::nn
