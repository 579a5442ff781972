// SPDX-License-Identifier: Apache-2.0
#include "nn/operator_check.h"

#include <map>
#include <mutex>
#include <string>
#include <tuple>

#include "base/warn.h"
#include "tensor/device.h"
#include "tensor/libtorch.h"
#include "tensor/torch_errors.h"

namespace fw::nn {

using torch::Tensor;

namespace {

/// Largest relative difference between two correct implementations: the plain one rounds between its steps.
double tolerance_of(torch::Dtype dtype) {
  switch (dtype) {
    case torch::kFloat32:
    case torch::kFloat64:  // some plain forms compute in float32
      return 1e-5;
    case torch::kHalf:
      return 4e-3;
    case torch::kBFloat16:
      return 3e-2;
    default:
      return 0;
  }
}

/// Describes what is wrong with `fused`; empty if nothing is.
std::string difference(const torch::TensorOptions& options, const Results& fused, const Results& plain) {
  const torch::AutoGradMode record(true);
  try {
    const std::vector<Tensor> here = fused(options), wanted = plain(options);
    const torch::NoGradGuard no_grad;
    for (size_t i = 0; i < wanted.size(); ++i) {
      const Tensor exact = wanted[i].cpu().to(torch::kFloat64), found = here.at(i).cpu().to(torch::kFloat64);
      const double distance = ((found - exact).norm() / exact.norm()).item<double>();
      if (!(distance <= tolerance_of(c10::typeMetaToScalarType(options.dtype()))))
        return c10::str("result ", i + 1, " has a relative error of ", distance);
    }
  } catch (const c10::Error& error) {
    if (tensor::is_out_of_memory(error)) throw;
    return error.what_without_backtrace();
  }
  return {};
}

}  // namespace

bool may_use_operator(std::string_view name, const Tensor& like, const Results& fused, const Results& plain) {
  if (tolerance_of(like.scalar_type()) == 0) return false;
  if (!tensor::is_accelerator(like.device())) return true;
  static std::mutex mutex;
  static std::map<std::tuple<std::string, std::string, torch::Dtype>, bool> checked;
  const std::lock_guard lock(mutex);
  const auto key = std::tuple(std::string(name), like.device().str(), like.scalar_type());
  if (const auto known = checked.find(key); known != checked.end()) return known->second;
  const std::string found =
      difference(torch::TensorOptions(like.device()).dtype(like.scalar_type()), fused, plain);
  if (!found.empty())
    log::warn(c10::str(name, " on ", like.device(), " in ", like.scalar_type(), ": ", found,
                       ". LibTorch's own operators are used instead."));
  return checked[key] = found.empty();
}

Tensor test_values(torch::IntArrayRef shape, double seed, const torch::TensorOptions& options) {
  const Tensor numbers = torch::arange(1, c10::multiply_integers(shape) + 1, torch::kFloat64);
  return (numbers * numbers * 0.37 + numbers * seed).sin().view(shape).to(options);
}

}  // namespace fw::nn
