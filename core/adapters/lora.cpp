// SPDX-License-Identifier: Apache-2.0
#include "adapters/lora.h"

#include <cmath>

#include "base/error.h"
#include "base/join.h"
#include "nn/linear.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::adapters {

namespace {

torch::Tensor allocate(torch::IntArrayRef shape, torch::Device device) {
  return tensor::allocate(shape, torch::kFloat32, device, tensor::Placement::device, tensor::Role::adapter);
}

std::string shape_text(int64_t out, int64_t in) {
  return std::to_string(out) + "x" + std::to_string(in);
}

}  // namespace

Lora make_lora(nn::Module& model, const std::vector<std::string>& paths, int64_t rank, double alpha,
               torch::Device device, torch::Generator generator) {
  std::vector<SizedModule> modules;
  for (const std::string& path : paths) modules.push_back({path, rank, alpha});
  return make_lora(model, modules, device, std::move(generator));
}

Lora make_lora(nn::Module& model, const std::vector<SizedModule>& modules, torch::Device device,
               torch::Generator generator) {
  const torch::NoGradGuard no_grad;
  Lora lora;
  for (const auto& [path, rank, alpha] : modules) {
    const auto* linear = model.find<nn::Linear>(path);
    const double bound = 1 / std::sqrt(static_cast<double>(linear->in_features()));
    LoraModule module{allocate({rank, linear->in_features()}, device),
                      allocate({linear->out_features(), rank}, device), alpha};
    if (!tensor::DryRun::active())
      module.A.copy_(torch::empty(module.A.sizes(), torch::kFloat32).uniform_(-bound, bound, generator));
    module.B.zero_();
    lora.modules.emplace(path, std::move(module));
  }
  return lora;
}

void check_fit(nn::Module& model, const Lora& lora) {
  std::string problems;
  for (const auto& [path, module] : lora.modules) {
    const auto* linear = model.find<nn::Linear>(path);
    if (linear == nullptr) {
      append_item(problems, path + " is no linear layer of it", "; ");
    } else if (linear->in_features() != module.A.size(1) || linear->out_features() != module.B.size(0)) {
      append_item(problems,
                  path + " is " + shape_text(module.B.size(0), module.A.size(1)) + " in the LoRA and " +
                      shape_text(linear->out_features(), linear->in_features()) + " in the model",
                  "; ");
    }
  }
  std::map<std::string, c10::DimVector> slots;
  if (!lora.changes.empty())
    model.for_each_slot([&](const std::string& name, const torch::Tensor& slot) {
      slots.emplace(name, c10::DimVector(slot.sizes()));
    });
  for (const auto& [name, change] : lora.changes) {
    const auto slot = slots.find(name);
    if (slot == slots.end())
      append_item(problems, name + " is no tensor of it that can be changed", "; ");
    else if (change.sizes() != slot->second)
      append_item(problems, name + " has another shape in the model", "; ");
  }
  if (!problems.empty()) throw Error(does_not_fit, {{"problems", problems}});
}

void attach(nn::Module& model, const Lora& lora, double weight) {
  check_fit(model, lora);
  for (const auto& [path, module] : lora.modules) {
    model.find<nn::Linear>(path)->adapters.push_back({module.A, module.B, weight * module.scale()});
  }
  if (lora.changes.empty()) return;
  const torch::NoGradGuard no_grad;
  model.for_each_slot([&](const std::string& name, torch::Tensor& slot) {
    const auto change = lora.changes.find(name);
    if (change == lora.changes.end()) return;
    slot = slot.to(torch::kFloat32)
               .add(change->second.to(slot.device(), torch::kFloat32), weight)
               .to(slot.dtype());
  });
}

LoraScope::LoraScope(nn::Module& model) {
  model.for_each_module([this](const std::string&, nn::Module& module) {
    if (auto* const linear = dynamic_cast<nn::Linear*>(&module))
      adapters_.emplace_back(linear, linear->adapters.size());
  });
  model.for_each_slot([this](const std::string&, torch::Tensor& slot) { slots_.emplace_back(&slot, slot); });
}

LoraScope::~LoraScope() {
  for (const auto& [linear, count] : adapters_)
    linear->adapters.erase(linear->adapters.begin() + static_cast<ptrdiff_t>(count), linear->adapters.end());
  for (auto& [slot, tensor] : slots_) *slot = std::move(tensor);
}

void detach_all(nn::Module& model) {
  model.for_each_module([](const std::string&, nn::Module& module) {
    if (auto* linear = dynamic_cast<nn::Linear*>(&module)) linear->adapters.clear();
  });
}

Lora to(const Lora& lora, torch::Device device, torch::Dtype dtype) {
  const tensor::RoleScope role(tensor::Role::adapter);
  Lora moved;
  for (const auto& [path, module] : lora.modules) {
    moved.modules.emplace(path,
                          LoraModule{module.A.to(device, dtype), module.B.to(device, dtype), module.alpha});
  }
  for (const auto& [name, change] : lora.changes) moved.changes.emplace(name, change.to(device, dtype));
  return moved;
}

torch::Tensor weight_change(const LoraModule& module) {
  const torch::NoGradGuard no_grad;
  return module.B.to(torch::kFloat32).matmul(module.A.to(torch::kFloat32)).mul_(module.scale());
}

}  // namespace fw::adapters
