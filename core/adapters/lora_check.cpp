// SPDX-License-Identifier: Apache-2.0
#include "adapters/lora_check.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/units.h"
#include "tensor/dry_run.h"
#include "tensor/finite.h"
#include "tensor/libtorch.h"

namespace fw::adapters {

namespace {

constexpr ErrorCode not_finite{
    "adapters.not_finite",
    FW_TEXT("errors", "{tensor} contains {count} {count:value that is|values that are} not finite."),
    FW_TEXT("errors", "The file is unusable. Go back to an older checkpoint and lower the learning rate.")};
constexpr ErrorCode all_zero{
    "adapters.all_zero", FW_TEXT("errors", "{tensor} is all zeros."),
    FW_TEXT("errors",
            "It has not been trained. Check the learning rate, its warm-up and the adapted modules.")};
constexpr ErrorCode outlier{
    "adapters.outlier",
    FW_TEXT("errors",
            "{tensor} is {ratio} times as large as tensors of its kind are (root mean square {rms})."),
    FW_TEXT("errors", "The run may be diverging. Check the clips before you continue.")};
constexpr ErrorCode too_large{
    "adapters.too_large",
    FW_TEXT("errors", "{module} changes weights by up to {change}; half precision holds at most 65504."),
    FW_TEXT("errors", "The file is unusable: it is damaged, or its alpha of {alpha} is wrong.")};
constexpr double outlier_ratio = 100;
constexpr double largest_half = 65504;

/// "a.b.lora_A.weight" -> "lora_A.weight"
std::string kind_of(const std::string& name) {
  const size_t last = name.rfind('.');
  if (last == std::string::npos || last == 0) return name;
  const size_t before = name.rfind('.', last - 1);
  return before == std::string::npos ? name : name.substr(before + 1);
}

Fault not_finite_in(const optim::Parameter& parameter) {
  const torch::Tensor values = parameter.tensor.to(torch::kFloat32);
  const int64_t count = values.numel() - values.isfinite().sum().item<int64_t>();
  return {not_finite, {{"tensor", parameter.name}, {"count", count}}};
}

/// Largest change of any weight that does not come from a magnitude. Usually just a cheap bound.
double largest_change(const LoraModule& module) {
  const double bound = std::abs(module.scale()) * module.its_form().bound(module.parts());
  if (bound <= largest_half) return bound;
  LoraModule without = module;
  without.magnitude = torch::Tensor();
  return weight_change(without).abs().max().item<double>();
}

}  // namespace

std::vector<optim::Parameter> tensors_of(const Lora& lora) {
  std::vector<optim::Parameter> tensors;
  for (const auto& [path, module] : lora.modules) {
    LoraModule same = module;
    for (const auto& [name, tensor] : same.tensors()) tensors.push_back({path + '.' + name, *tensor});
  }
  for (const auto& [name, change] : lora.changes) tensors.push_back({name, change});
  return tensors;
}

std::vector<Fault> unusable_values(const Lora& lora) {
  if (tensor::DryRun::active()) return {};
  const torch::NoGradGuard no_grad;
  std::vector<Fault> faults;
  for (const optim::Parameter& parameter : tensors_of(lora))
    if (!tensor::is_finite(parameter.tensor)) faults.push_back(not_finite_in(parameter));
  if (!faults.empty()) return faults;
  for (const auto& [path, module] : lora.modules) {
    const double change = largest_change(module);
    if (!(change <= largest_half))
      faults.push_back({too_large,
                        {{"module", path},
                         {"change", format_significant(change, 3)},
                         {"alpha", format_significant(module.alpha, 6)}}});
  }
  return faults;
}

std::vector<Fault> examine(const std::vector<optim::Parameter>& parameters) {
  const torch::NoGradGuard no_grad;
  std::vector<Fault> bad, zero, odd;
  std::map<std::string, std::vector<std::pair<double, std::string>>> rms_by_kind;
  for (const optim::Parameter& parameter : parameters) {
    const torch::Tensor& tensor = parameter.tensor;
    const double mean_square = tensor.to(torch::kFloat32).square().mean().item<double>();
    if (!std::isfinite(mean_square)) {
      // Finite values whose squares overflow are extreme outliers.
      if (!tensor::is_finite(tensor))
        bad.push_back(not_finite_in(parameter));
      else
        odd.emplace_back(outlier, std::initializer_list<Argument>{
                                      {"tensor", parameter.name}, {"ratio", "inf"}, {"rms", "inf"}});
    } else if (mean_square == 0) {
      zero.emplace_back(all_zero, std::initializer_list<Argument>{{"tensor", parameter.name}});
    } else {
      rms_by_kind[kind_of(parameter.name)].emplace_back(std::sqrt(mean_square), parameter.name);
    }
  }
  for (auto& [kind, entries] : rms_by_kind) {
    std::sort(entries.begin(), entries.end());
    const double median = entries[entries.size() / 2].first;
    for (const auto& [rms, name] : entries) {
      if (rms <= outlier_ratio * median) continue;
      odd.emplace_back(outlier,
                       std::initializer_list<Argument>{{"tensor", name},
                                                       {"ratio", format_significant(rms / median, 3)},
                                                       {"rms", format_significant(rms, 3)}});
    }
  }
  std::vector<Fault> all = std::move(bad);
  for (auto* more : {&odd, &zero}) std::move(more->begin(), more->end(), std::back_inserter(all));
  return all;
}

}  // namespace fw::adapters
