// SPDX-License-Identifier: Apache-2.0
#include "nn/module.h"

#include <algorithm>

#include "tensor/memory_counter.h"

namespace fw::nn {
namespace {

std::string join(const std::string& path, const std::string& name) {
  return path.empty() || name.empty() ? path + name : path + "." + name;
}

/// Placeholder of a slot until it is assigned.
torch::Tensor placeholder(torch::IntArrayRef shape, const torch::TensorOptions& options) {
  if (!options.device().is_meta()) return torch::empty(shape, options);
  const tensor::CountingPause pause;
  return torch::empty(shape, options);
}

}  // namespace

void Module::for_each_parameter(const SlotVisitor& visit) {
  visit_slots("", false, visit);
}

void Module::for_each_slot(const SlotVisitor& visit) {
  visit_slots("", true, visit);
}

void Module::for_each_module(const ModuleVisitor& visit) {
  visit_modules("", visit);
}

Module* Module::find_module(std::string_view path) {
  if (path.empty()) return this;
  for (const Child& child : children_) {
    if (path.substr(0, child.name.size()) != child.name) continue;
    std::string_view rest = path.substr(child.name.size());
    if (rest.empty()) return child.module;
    if (!child.name.empty()) {
      if (rest.front() != '.' || rest.size() == 1) continue;
      rest.remove_prefix(1);
    }
    if (Module* found = child.module->find_module(rest)) return found;
  }
  return nullptr;
}

int64_t Module::parameter_count() {
  int64_t count = 0;
  for_each_parameter([&](const std::string&, const torch::Tensor& slot) { count += slot.numel(); });
  return count;
}

void Module::add_parameter(std::string name, torch::Tensor& slot, torch::IntArrayRef shape,
                           const torch::TensorOptions& options) {
  slot = placeholder(shape, options);
  slots_.push_back({std::move(name), &slot, SlotKind::parameter});
}

void Module::add_buffer(std::string name, torch::Tensor& slot, torch::IntArrayRef shape,
                        const torch::TensorOptions& options) {
  slot = placeholder(shape, options);
  slots_.push_back({std::move(name), &slot, SlotKind::buffer});
}

void Module::remove_slot(std::string_view name) {
  slots_.erase(std::ranges::find(slots_, name, &Slot::name));
}

void Module::add_child(std::string name, Module& module) {
  children_.push_back({std::move(name), &module});
}

void Module::visit_slots(const std::string& prefix, bool buffers_too, const SlotVisitor& visit) {
  for (const Slot& slot : slots_)
    if (buffers_too || slot.kind == SlotKind::parameter) visit(join(prefix, slot.name), *slot.tensor);
  for (const Child& child : children_)
    child.module->visit_slots(join(prefix, child.name), buffers_too, visit);
}

void Module::visit_modules(const std::string& path, const ModuleVisitor& visit) {
  visit(path, *this);
  for (const Child& child : children_) child.module->visit_modules(join(path, child.name), visit);
}

}  // namespace fw::nn
