// SPDX-License-Identifier: Apache-2.0
#include "nn/weight_check.h"

#include <algorithm>

#include "base/join.h"
#include "base/paths.h"
#include "safetensors/quantized.h"
#include "tensor/finite.h"

namespace fw::nn {

namespace {

constexpr ErrorCode mismatch_error{
    "nn.mismatch", FW_TEXT("errors", "{file} does not hold the weights of this model: {problems}."),
    FW_TEXT("errors",
            "Check that config.json and the weights belong together, or download the folder again."),
    Blame::input};

Fault mismatch_fault(const tensor::Checkpoint& checkpoint, const std::string& problems) {
  return {mismatch_error, {{"file", to_utf8(checkpoint.source())}, {"problems", problems}}};
}

/// The prefix of every name, if the names would fit without it; otherwise empty.
std::string common_prefix(const Mismatch& mismatch) {
  if (mismatch.missing.empty() || mismatch.missing.size() != mismatch.unexpected.size()) return {};
  std::vector<std::string> missing = mismatch.missing;
  std::ranges::sort(missing);
  const std::string &found = mismatch.unexpected.front(), &wanted = missing.front();
  if (!found.ends_with("." + wanted)) return {};
  std::string prefix = found.substr(0, found.size() - wanted.size());
  const bool is_before_all = std::ranges::equal(
      mismatch.unexpected, missing,
      [&](const std::string& name, const std::string& bare) { return name == prefix + bare; });
  return is_before_all ? prefix : std::string();
}

/// The first weight that is stored as integers but is floating-point in the module; otherwise empty.
std::string whole_weight(Module& module, const tensor::Checkpoint& checkpoint) {
  std::string first;
  module.for_each_slot([&](const std::string& name, const torch::Tensor& slot) {
    if (first.empty() && slot.is_floating_point() && checkpoint.contains(name) &&
        !torch::isFloatingType(checkpoint.dtype(name)))
      first = name;
  });
  return first;
}

}  // namespace

std::optional<Fault> common_fault(Module& module, const tensor::Checkpoint& checkpoint,
                                  const Mismatch& mismatch) {
  if (!mismatch.empty())
    if (auto fault = safetensors::quantized_weights(safetensors::TensorSet::open(checkpoint.source())))
      return fault;
  if (const std::string prefix = common_prefix(mismatch); !prefix.empty())
    return mismatch_fault(checkpoint,
                          "all names begin with " + prefix + " (a wrapper's name: save it without)");
  if (const std::string name = whole_weight(module, checkpoint); !name.empty())
    return mismatch_fault(checkpoint, name + " is stored as whole numbers");
  return std::nullopt;
}

void check_fit(Module& module, const tensor::Checkpoint& checkpoint) {
  const Mismatch mismatch = compare(module, checkpoint);
  if (auto fault = common_fault(module, checkpoint, mismatch)) throw Error(std::move(*fault));
  if (mismatch.empty()) return;
  constexpr size_t most_listed = 20;
  std::vector<std::string> lines = mismatch.lines();
  const size_t more = lines.size() - std::min(lines.size(), most_listed);
  lines.resize(lines.size() - more);
  if (more > 0) lines.push_back("and " + std::to_string(more) + " more");
  throw Error(mismatch_fault(checkpoint, join(lines, "; ")));
}

void require_finite(const torch::Tensor& weight, const std::string& name,
                    const tensor::Checkpoint& checkpoint) {
  if (!tensor::is_finite(weight))
    throw Error(weight_not_finite, {{"name", name}, {"file", to_utf8(checkpoint.source())}});
}

void require_finite(const tensor::Checkpoint& checkpoint,
                    const std::function<void(size_t done, size_t total)>& on_tensor) {
  const std::vector<std::string> names = checkpoint.names();
  for (size_t i = 0; i < names.size(); ++i) {
    if (on_tensor) on_tensor(i, names.size());
    require_finite(checkpoint.load(names[i], checkpoint.dtype(names[i]), torch::kCPU), names[i], checkpoint);
  }
}

}  // namespace fw::nn
