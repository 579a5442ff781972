// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/library.h>
#include <torch/types.h>

#include <string>

/// Kernels for the meta device that LibTorch has in Python only: they give the outputs' shapes, strides and
/// types, and allocate what the kernels of DryRun::target() allocate meanwhile, so that a dry run
/// counts the same bytes. They are registered when the engine is loaded (meta_*.cpp).
namespace fw::tensor {

/// Registers `kernel` for `name` on the meta device, unless LibTorch itself has one by now.
template <class Kernel>
void add_if_missing(torch::Library& library, const char* name, Kernel kernel) {
  const std::string full = std::string("aten::") + name;
  const size_t dot = full.find('.');
  const auto op = c10::Dispatcher::singleton().findSchema(
      {full.substr(0, dot), dot == std::string::npos ? "" : full.substr(dot + 1)});
  if (op && !op->hasKernelForDispatchKey(c10::DispatchKey::Meta)) library.impl(name, kernel);
}

/// Memory that a kernel uses while it runs, in `elements` of `dtype`.
torch::Tensor workspace(int64_t elements, torch::Dtype dtype = torch::kFloat32);

/// Scaled dot-product attention as LibTorch chooses it for DryRun::target(): never with the matrix of all
/// scores, where it has a fused kernel for the arguments. Shapes: q, k, v [B, H, N, d].
torch::Tensor meta_attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                             const std::optional<torch::Tensor>& bias, double dropout, bool causal,
                             std::optional<double> scale, bool grouped_heads);

}  // namespace fw::tensor
