// SPDX-License-Identifier: Apache-2.0
#include "adapters/lora.h"

#include "adapters/kinds.h"
#include "base/error.h"
#include "base/join.h"
#include "nn/linear.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"

namespace fw::adapters {

namespace {

std::string shape_text(WeightSize size) {
  return std::to_string(size.out) + "x" + std::to_string(size.in);
}

WeightSize size_of(const nn::Linear& linear) {
  return {linear.out_features(), linear.in_features()};
}

/// The layer's adapter. @param path  distinguishes its random numbers
nn::LayerAdapter layer_adapter(const LoraModule& module, double weight, const std::string& path,
                               const std::shared_ptr<nn::Dropout>& dropout) {
  nn::LayerAdapter adapter{module.A, module.B, module.scale()};
  if (module.form != nullptr) adapter.form = {std::shared_ptr<void>(), module.form};  // lives forever
  adapter.parts = module.others;
  adapter.magnitude = module.magnitude;
  adapter.dropout = dropout;
  for (const char letter : path)
    adapter.number = adapter.number * 1099511628211 + static_cast<unsigned char>(letter);
  if (module.magnitude.defined())
    adapter.strength = weight;
  else
    adapter.scale *= weight;
  return adapter;
}

}  // namespace

Lora make_lora(nn::Module& model, const std::vector<std::string>& paths, int64_t rank, double alpha,
               torch::Device device, torch::Generator generator) {
  std::vector<SizedModule> modules;
  for (const std::string& path : paths) modules.push_back({path, rank, alpha});
  return make_lora(model, modules, device, std::move(generator));
}

Lora make_lora(nn::Module& model, const std::vector<SizedModule>& modules, torch::Device device,
               torch::Generator generator, const NewKind& kind) {
  const torch::NoGradGuard no_grad;
  const Kind& made = find_kind(kind.name);
  const Form& form = made.form();
  PartMaker maker(device, std::move(generator));
  Lora lora;
  for (const auto& [path, rank, alpha] : modules) {
    const auto* linear = model.find<nn::Linear>(path);
    LoraModule module{.alpha = alpha, .form = &form == &lora_form() ? nullptr : &form};
    module.set_parts(form.make(maker, size_of(*linear), rank, kind.options));
    if (made.has_magnitude) {
      module.magnitude = maker.zeros({linear->out_features()});
      module.magnitude.copy_(nn::row_lengths(linear->matrix()));
    }
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
    } else if (size_of(*linear) != module.size()) {
      append_item(problems,
                  path + " is " + shape_text(module.size()) + " in the LoRA and " +
                      shape_text(size_of(*linear)) + " in the model",
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
    model.find<nn::Linear>(path)->adapters.push_back(layer_adapter(module, weight, path, lora.dropout));
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
    LoraModule& there = moved.modules.emplace(path, module).first->second;
    for (const auto& [name, tensor] : there.tensors()) *tensor = tensor->to(device, dtype);
  }
  for (const auto& [name, change] : lora.changes) moved.changes.emplace(name, change.to(device, dtype));
  return moved;
}

torch::Tensor weight_change(const LoraModule& module, const torch::Tensor& weight) {
  const torch::NoGradGuard no_grad;
  if (!module.is_plain()) return nn::weight_change(layer_adapter(module, 1, {}, {}), weight);
  return module.B.to(torch::kFloat32).matmul(module.A.to(torch::kFloat32)).mul_(module.scale());
}

AdapterParts LoraModule::parts() const {
  return form != nullptr ? others : AdapterParts{{"lora_A.weight", A}, {"lora_B.weight", B}};
}

void LoraModule::set_parts(AdapterParts parts) {
  if (form != nullptr) {
    others = std::move(parts);
  } else {
    A = parts.at("lora_A.weight");
    B = parts.at("lora_B.weight");
  }
}

std::vector<std::pair<std::string, torch::Tensor*>> LoraModule::tensors() {
  std::vector<std::pair<std::string, torch::Tensor*>> all;
  if (form == nullptr) all = {{"lora_A.weight", &A}, {"lora_B.weight", &B}};
  for (auto& [name, part] : others) all.emplace_back(name, &part);
  if (magnitude.defined()) all.emplace_back(magnitude_name, &magnitude);
  return all;
}

std::string LoraModule::kind_text() const {
  if (!magnitude.defined()) return std::string(its_form().name());
  return form == nullptr ? "DoRA" : std::string(form->name()) + " with DoRA";
}

}  // namespace fw::adapters
