// SPDX-License-Identifier: Apache-2.0
#include "training/trained_weights.h"

#include <torch/torch.h>

#include <set>

#include "tensor/placement.h"

namespace fw::training {

TrainedWeights::TrainedWeights(const TrainedWeightsOptions& options)
    : options_(options),
      masters_(std::make_unique<optim::MasterWeights>(options.masters == MasterWeightsLocation::on_host
                                                          ? tensor::Placement::pinned
                                                          : tensor::Placement::device,
                                                      options.gradients)) {}

void TrainedWeights::add(const std::string& name, torch::Tensor weight) {
  weight.requires_grad_(true);
  const bool is_master =
      weight.scalar_type() == torch::kFloat32 && options_.masters != MasterWeightsLocation::on_host;
  const bool alone = is_master || options_.masters == MasterWeightsLocation::none;
  parameters_.push_back({name, alone ? weight : masters_->add(weight)});
  weights_.push_back(std::move(weight));
}

TrainedWeights TrainedWeights::of_lora(nn::Module& model, adapters::Lora lora,
                                       const TrainedWeightsOptions& options) {
  TrainedWeights trained(options);
  for (auto& [path, module] : lora.modules) {
    trained.add(path + ".lora_A.weight", module.A);
    trained.add(path + ".lora_B.weight", module.B);
  }
  adapters::attach(model, lora);
  trained.lora_ = std::move(lora);
  return trained;
}

TrainedWeights TrainedWeights::of_parameters(nn::Module& model, const std::vector<std::string>& names,
                                             const TrainedWeightsOptions& options) {
  const std::set<std::string> chosen(names.begin(), names.end());
  TrainedWeights trained(options);
  model.for_each_parameter([&](const std::string& name, torch::Tensor& slot) {
    if (chosen.contains(name)) trained.add(name, slot);
  });
  return trained;
}

void TrainedWeights::share_gradients(distributed::Ranks& ranks) {
  std::vector<distributed::ExchangedWeight> exchanged;
  for (size_t i = 0; i < weights_.size(); ++i) exchanged.push_back({weights_[i], parameters_[i].tensor});
  exchange_ = std::make_unique<distributed::GradientExchange>(ranks, std::move(exchanged));
}

void TrainedWeights::collect_gradients(int64_t computing) {
  const auto collect = [this] { masters_->collect_gradients(); };
  exchange_ ? exchange_->add(computing, collect) : collect();
}

void TrainedWeights::finish_gradients() {
  if (exchange_) exchange_->finish();
}

void TrainedWeights::publish() {
  masters_->publish();
}

int64_t TrainedWeights::element_count() const {
  int64_t count = 0;
  for (const optim::Parameter& parameter : parameters_) count += parameter.tensor.numel();
  return count;
}

}  // namespace fw::training
