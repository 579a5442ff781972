// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/library.h>
#include <torch/types.h>

#include <string>

/// Kernels for the meta device which LibTorch implements only in Python. They return outputs of the right
/// shapes, strides and types, and allocate as much as the kernels of DryRun::target(), so that a dry run
/// counts the same bytes. Registered when the engine is loaded (meta_*.cpp).
namespace fw::tensor {

/// Registers `kernel` for `name` on the meta device, unless LibTorch has one.
template <class Kernel>
void add_if_missing(torch::Library& library, const char* name, Kernel kernel) {
  const std::string full = std::string("aten::") + name;
  const size_t dot = full.find('.');
  const auto op = c10::Dispatcher::singleton().findSchema(
      {full.substr(0, dot), dot == std::string::npos ? "" : full.substr(dot + 1)});
  if (op && !op->hasKernelForDispatchKey(c10::DispatchKey::Meta)) library.impl(name, kernel);
}

/// Memory that a kernel uses while it runs: `elements` values of `dtype`.
torch::Tensor workspace(int64_t elements, torch::Dtype dtype = torch::kFloat32);

/// Scaled dot-product attention as LibTorch selects it for DryRun::target(). If there is a fused kernel for
/// the arguments, the matrix of all scores is not allocated. Shapes: q, k, v [B, H, N, d].
torch::Tensor meta_attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                             const std::optional<torch::Tensor>& bias, double dropout, bool causal,
                             std::optional<double> scale, bool grouped_heads);

}  // namespace fw::tensor
