// SPDX-License-Identifier: Apache-2.0
#include "training/trained_weights.h"

#include <torch/torch.h>

#include <set>

#include "tensor/placement.h"

namespace fw::training {

TrainedWeights TrainedWeights::of_lora(nn::Module& model, adapters::Lora lora) {
  TrainedWeights trained;
  for (auto& [path, module] : lora.modules) {
    module.A.requires_grad_(true);
    module.B.requires_grad_(true);
    trained.parameters_.push_back({path + ".lora_A.weight", module.A});
    trained.parameters_.push_back({path + ".lora_B.weight", module.B});
  }
  adapters::attach(model, lora);
  trained.lora_ = std::move(lora);
  return trained;
}

TrainedWeights TrainedWeights::of_parameters(nn::Module& model, const std::vector<std::string>& names) {
  const std::set<std::string> chosen(names.begin(), names.end());
  TrainedWeights trained;
  model.for_each_parameter([&](const std::string& name, torch::Tensor& slot) {
    if (!chosen.contains(name)) return;
    slot.requires_grad_(true);
    torch::Tensor master = slot;
    if (slot.scalar_type() != torch::kFloat32) {
      const torch::NoGradGuard no_grad;
      master = tensor::allocate(slot.sizes(), torch::kFloat32, slot.device(), tensor::Placement::device,
                                tensor::Role::weights);
      master.copy_(slot);
      master.requires_grad_(true);
      trained.rounded_.push_back({master, slot});
    }
    trained.parameters_.push_back({name, master});
  });
  return trained;
}

void TrainedWeights::collect_gradients() {
  const torch::NoGradGuard no_grad;
  for (Rounded& each : rounded_) {
    const torch::Tensor gradient = each.weight.grad();
    if (!gradient.defined()) continue;
    torch::Tensor& sum = each.master.mutable_grad();
    if (sum.defined()) {
      sum.add_(gradient);
    } else {
      sum = gradient.to(torch::kFloat32);
    }
    each.weight.mutable_grad() = torch::Tensor();
  }
}

void TrainedWeights::publish() {
  const torch::NoGradGuard no_grad;
  for (Rounded& each : rounded_) each.weight.copy_(each.master);
}

int64_t TrainedWeights::element_count() const {
  int64_t count = 0;
  for (const optim::Parameter& parameter : parameters_) count += parameter.tensor.numel();
  return count;
}

}  // namespace fw::training
