// SPDX-License-Identifier: Apache-2.0
#include "bench/kernel_check/check.h"

#include <cmath>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>

#include "nn/operator_check.h"

namespace kernel_check {

using torch::Tensor;

namespace {

/// The largest difference, relative to the largest magnitude of `wanted`; infinite for NaN or infinite
/// values.
double difference(const Tensor& got, const Tensor& wanted) {
  if (got.sizes() != wanted.sizes() || got.scalar_type() != wanted.scalar_type())
    return std::numeric_limits<double>::infinity();
  if (wanted.numel() == 0 || torch::equal(got, wanted)) return 0;
  const Tensor here = got.to(torch::kFloat64), there = wanted.to(torch::kFloat64);
  const double off = (here - there).abs().max().item<double>(), size = there.abs().max().item<double>();
  return std::isfinite(off) && size > 0 ? off / size : std::numeric_limits<double>::infinity();
}

}  // namespace

Tensor values(torch::IntArrayRef shape, double seed, torch::Dtype dtype, torch::Device device) {
  return fw::nn::test_values(shape, seed, torch::TensorOptions(dtype)).to(device);
}

double allowed_in(torch::Dtype dtype) {
  switch (dtype) {
    case torch::kFloat64:
      return 1e-12;
    case torch::kFloat32:
      return 1e-5;
    case torch::kHalf:
      return 2e-3;  // two steps at the largest values
    default:
      return 1.6e-2;  // likewise
  }
}

void Check::compare(const std::string& kernel, torch::Dtype dtype, const std::string& shape, double allowed,
                    const Work& work) {
  Tally& tally = tallies_[{kernel, dtype}];
  const Results wanted = work(torch::kCPU);
  Results got;
  std::string error;
  try {
    for (const Tensor& result : work(device_)) got.push_back(result.cpu());
  } catch (const c10::Error& failure) {
    error = std::string(": ") + failure.what_without_backtrace();
  }
  for (size_t i = 0; i < wanted.size(); ++i) {
    const double off =
        i < got.size() ? difference(got[i], wanted[i]) : std::numeric_limits<double>::infinity();
    const double share = off == 0       ? 0
                         : allowed == 0 ? std::numeric_limits<double>::infinity()
                                        : off / allowed;
    ++tally.comparisons;
    if (share > 1) ++tally.bad;
    if (share <= tally.worst && !tally.where.empty()) continue;
    tally.worst = share;
    tally.where = shape + ", result " + std::to_string(i + 1) + error;
  }
}

void Check::print() {
  for (const auto& [what, tally] : tallies_) {
    const auto& [kernel, dtype] = what;
    is_right_ = is_right_ && tally.bad == 0;
    // JSON lacks infinity.
    const nlohmann::json worst =
        std::isfinite(tally.worst) ? nlohmann::json(tally.worst) : nlohmann::json("all");
    std::cout << nlohmann::json{{"kernel", kernel},
                                {"type", torch::toString(dtype)},
                                {"comparisons", tally.comparisons},
                                {"bad", tally.bad},
                                {"worst_of_allowed", worst},
                                {"where", tally.where}}
                     .dump()
              << std::endl;
  }
  tallies_.clear();
}

}  // namespace kernel_check
