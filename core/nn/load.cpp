// SPDX-License-Identifier: Apache-2.0
#include "nn/load.h"

#include "base/error.h"
#include "base/join.h"
#include "base/paths.h"
#include "nn/low_bit_files.h"
#include "nn/weight_check.h"
#include "tensor/dry_run.h"

namespace fw::nn {
namespace {

/// The name of a slot in the checkpoint.
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
    if (!aliases.contains(name) && !module.skips(name)) mismatch.unexpected.push_back(name);
  return mismatch;
}

Mismatch compare(Module& module, const tensor::Checkpoint& checkpoint) {
  std::map<std::string, Shape> available;
  for (const std::string& name : checkpoint.names()) available.emplace(name, checkpoint.shape(name));
  return compare(module, available);
}

namespace {

/// @param source  returns the file that holds a slot
void load_slots(Module& module, const std::function<const tensor::Checkpoint&(const std::string&)>& source,
                const SlotTypes& types, torch::Device device, const LoadOptions& options) {
  const tensor::PhaseScope phase(tensor::Phase::loading);
  size_t done = 0, total = 0;
  module.for_each_slot([&](const std::string&, torch::Tensor&) { ++total; });
  module.for_each_slot([&](const std::string& name, torch::Tensor& slot) {
    if (options.on_tensor) options.on_tensor(done++, total);
    if (is_left_out(name, options)) return;
    const tensor::Checkpoint& checkpoint = source(name);
    const std::string stored =
        stored_name(name, module.aliases(), [&](const std::string& n) { return checkpoint.contains(n); });
    slot = checkpoint.load(stored, types(name), device, options.placement, options.role);
  });
}

/// The types that the slots were built with: a network keeps some in float32.
SlotTypes own_types(Module& module) {
  std::map<std::string, torch::Dtype> own;
  module.for_each_slot(
      [&](const std::string& name, const torch::Tensor& slot) { own.emplace(name, slot.scalar_type()); });
  return SlotTypes([own = std::move(own)](const std::string& name) { return own.at(name); });
}

void keep_in_few_bits(const std::vector<LowBitBlock>& blocks) {
  for (const LowBitBlock& block : blocks)
    for (const auto& [path, layer] : block.layers) layer.linear->keep_in(layer.format);
}

void load_low_bit(Module& module, const std::filesystem::path& folder, const ComponentOptions& component,
                  const std::vector<LowBitBlock>& blocks, torch::Device device, const LoadOptions& options) {
  const auto weights = fitting(module, tensor::Checkpoint::open(folder));
  LowBitFiles files(folder, *component.low_bit, component.stop);
  size_t done = 0, layers = 0, slots = 0;
  for (const LowBitBlock& block : blocks) layers += block.layers.size();
  module.for_each_slot([&](const std::string&, torch::Tensor&) { ++slots; });
  std::map<std::string, const tensor::Checkpoint*> codes;  // by slot
  for (const LowBitBlock& block : blocks) {
    const tensor::Checkpoint& file =
        files.open(block, weights, [&] { options.on_tensor(done++, layers + slots); });
    for (const std::string& name : file.names()) codes.emplace(name, &file);
  }
  keep_in_few_bits(blocks);
  const auto source = [&](const std::string& name) -> const tensor::Checkpoint& {
    const auto found = codes.find(name);
    return found == codes.end() ? weights : *found->second;
  };
  LoadOptions after = options;
  after.on_tensor = [&](size_t loaded, size_t total) { options.on_tensor(layers + loaded, layers + total); };
  load_slots(module, source, own_types(module), device, after);
  if (component.on_low_bit)
    component.on_low_bit("Frozen weights are kept as " + std::string(name_of(*component.low_bit)) +
                         (*component.low_bit == LowBit::nf4 ? ", those of attention as int8: " : ": ") +
                         files.errors_in_words() + ".");
}

}  // namespace

void load_parameters(Module& module, const tensor::Checkpoint& checkpoint, const SlotTypes& types,
                     torch::Device device, const LoadOptions& options) {
  const tensor::Checkpoint weights = fitting(module, checkpoint);
  load_slots(
      module, [&](const std::string&) -> const tensor::Checkpoint& { return weights; }, types, device,
      options);
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

void load_component(Module& module, const std::filesystem::path& folder, const ComponentOptions& options,
                    const std::vector<std::string>& block_lists) {
  LoadOptions load;
  load.without = options.without;
  load.on_tensor = [&](size_t done, size_t total) {
    if (options.stop.stop_requested()) throw Cancelled();
    if (options.on_tensor) options.on_tensor(done, total);
  };
  if (options.weights_on_host) load.placement = tensor::Placement::host;
  const bool mapped = options.weights_on_host && !options.device.is_meta();  // without a copy
  const torch::Device device = mapped ? torch::Device(torch::kCPU) : options.device;
  const auto blocks =
      options.low_bit ? low_bit_blocks(module, block_lists, *options.low_bit) : std::vector<LowBitBlock>();
  if (blocks.empty()) return load_parameters(module, folder, own_types(module), device, load);
  if (!tensor::DryRun::active()) return load_low_bit(module, folder, options, blocks, device, load);
  keep_in_few_bits(blocks);
  load_parameters(module, folder, own_types(module), device, load);
}

void allocate_parameters(Module& module, const SlotTypes& types, torch::Device device,
                         const LoadOptions& options) {
  module.for_each_slot([&](const std::string& name, torch::Tensor& slot) {
    if (is_left_out(name, options)) return;
    slot = tensor::allocate(slot.sizes(), types(name), device, options.placement, options.role);
  });
}

}  // namespace fw::nn
