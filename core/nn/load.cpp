// SPDX-License-Identifier: Apache-2.0
#include "nn/load.h"

#include "base/error.h"
#include "base/join.h"
#include "base/paths.h"
#include "tensor/dry_run.h"

namespace fw::nn {
namespace {

constexpr ErrorCode mismatch_error{
    "nn.mismatch", FW_TEXT("errors", "{file} does not hold the weights of this model: {problems}."),
    FW_TEXT("errors",
            "Check that config.json and the weights belong together, or download the folder again."),
    Blame::input};

/// The name under which the checkpoint holds a slot.
template <class Contains>
std::string stored_name(const std::string& name, const std::map<std::string, std::string>& aliases,
                        const Contains& contains) {
  if (contains(name)) return name;
  for (const auto& [alias, target] : aliases)
    if (target == name && contains(alias)) return alias;
  return name;
}

bool is_left_out(const std::string& name, const LoadOptions& options) {
  return !options.without.empty() && name.starts_with(options.without);
}

}  // namespace

std::vector<std::string> Mismatch::lines() const {
  std::vector<std::string> lines;
  for (const std::string& name : missing) lines.push_back("missing: " + name);
  for (const std::string& name : unexpected) lines.push_back("unexpected: " + name);
  for (const WrongShape& wrong : wrong_shape)
    lines.push_back("wrong shape: " + wrong.name + " is " + safetensors::shape_text(wrong.found) +
                    " instead of " + safetensors::shape_text(wrong.wanted));
  return lines;
}

Mismatch compare(Module& module, const std::map<std::string, Shape>& available) {
  Mismatch mismatch;
  const auto& aliases = module.aliases();
  std::map<std::string, Shape> left = available;
  module.for_each_slot([&](const std::string& name, const torch::Tensor& slot) {
    const std::string stored =
        stored_name(name, aliases, [&](const std::string& n) { return available.contains(n); });
    const auto found = left.find(stored);
    if (found == left.end()) {
      mismatch.missing.push_back(name);
      return;
    }
    if (found->second != slot.sizes().vec())
      mismatch.wrong_shape.push_back({name, slot.sizes().vec(), found->second});
    left.erase(found);
  });
  for (const auto& [name, shape] : left)
    if (!aliases.contains(name)) mismatch.unexpected.push_back(name);
  return mismatch;
}

Mismatch compare(Module& module, const tensor::Checkpoint& checkpoint) {
  std::map<std::string, Shape> available;
  for (const std::string& name : checkpoint.names()) available.emplace(name, checkpoint.shape(name));
  return compare(module, available);
}

void load_parameters(Module& module, const tensor::Checkpoint& checkpoint, const SlotTypes& types,
                     torch::Device device, const LoadOptions& options) {
  if (const Mismatch mismatch = compare(module, checkpoint); !mismatch.empty()) {
    const std::string problems = join(mismatch.lines(), "; ");
    throw Error(mismatch_error, {{"file", to_utf8(checkpoint.source())}, {"problems", problems}});
  }
  const tensor::PhaseScope phase(tensor::Phase::loading);
  size_t done = 0, total = 0;
  module.for_each_slot([&](const std::string&, torch::Tensor&) { ++total; });
  module.for_each_slot([&](const std::string& name, torch::Tensor& slot) {
    if (options.on_tensor) options.on_tensor(done++, total);
    if (is_left_out(name, options)) return;
    const std::string stored =
        stored_name(name, module.aliases(), [&](const std::string& n) { return checkpoint.contains(n); });
    slot = checkpoint.load(stored, types(name), device, options.placement, options.role);
  });
}

void load_parameters(Module& module, const std::filesystem::path& folder, const SlotTypes& types,
                     torch::Device device, const LoadOptions& options) {
  if (!tensor::DryRun::active()) {
    load_parameters(module, tensor::Checkpoint::open(folder), types, device, options);
    return;
  }
  LoadOptions meta_options = options;
  if (device.is_cpu() && tensor::DryRun::target() != torch::kCPU)
    meta_options.placement = tensor::Placement::host;
  const tensor::PhaseScope phase(tensor::Phase::loading);
  allocate_parameters(module, types, torch::kMeta, meta_options);
}

void load_component(Module& module, const std::filesystem::path& folder, const ComponentOptions& options) {
  LoadOptions load;
  load.without = options.without;
  load.on_tensor = [&](size_t done, size_t total) {
    if (options.stop.stop_requested()) throw Cancelled();
    if (options.on_tensor) options.on_tensor(done, total);
  };
  if (options.weights_on_host) load.placement = tensor::Placement::host;
  const bool mapped = options.weights_on_host && !options.device.is_meta();  // the file itself: no copy
  load_parameters(module, folder, options.dtype, mapped ? torch::Device(torch::kCPU) : options.device, load);
}

void allocate_parameters(Module& module, const SlotTypes& types, torch::Device device,
                         const LoadOptions& options) {
  module.for_each_slot([&](const std::string& name, torch::Tensor& slot) {
    if (is_left_out(name, options)) return;
    slot = tensor::allocate(slot.sizes(), types(name), device, options.placement, options.role);
  });
}

}  // namespace fw::nn
