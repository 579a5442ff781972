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

/// The prefix of every name without which they would fit; otherwise empty. Programs that save a wrapped
/// network leave one: "module.", "_orig_mod.", "transformer.".
std::string common_prefix(Module& module, const tensor::Checkpoint& checkpoint) {
  const std::vector<std::string> names = checkpoint.names();
  if (names.empty()) return {};
  const std::string &first = names.front(), &last = names.back();
  for (size_t end = first.find('.'); end != first.npos; end = first.find('.', end + 1)) {
    const std::string prefix = first.substr(0, end + 1);
    if (!last.starts_with(prefix)) return {};
    std::map<std::string, Shape> available;
    for (const std::string& name : names)
      available.emplace(name.substr(prefix.size()), checkpoint.shape(name));
    if (compare(module, available).empty()) return prefix;
  }
  return {};
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
  if (const std::string name = whole_weight(module, checkpoint); !name.empty())
    return mismatch_fault(checkpoint, name + " is stored as whole numbers");
  return std::nullopt;
}

void drop_wrapper(Module& module, tensor::Checkpoint& checkpoint) {
  if (compare(module, checkpoint).empty()) return;
  if (const std::string prefix = common_prefix(module, checkpoint); !prefix.empty())
    checkpoint.drop_prefix(prefix);
}

tensor::Checkpoint fitting(Module& module, tensor::Checkpoint checkpoint) {
  drop_wrapper(module, checkpoint);
  check_fit(module, checkpoint);
  return checkpoint;
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
    require_finite(checkpoint.load(names[i], checkpoint.exact_dtype(names[i]), torch::kCPU), names[i],
                   checkpoint);
  }
}

}  // namespace fw::nn
