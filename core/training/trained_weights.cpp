// SPDX-License-Identifier: Apache-2.0
#include "training/trained_weights.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "distributed/ranks.h"
#include "optim/gradients.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::training {

using distributed::GradientExchange;
using distributed::Owners;

namespace {

/// Norm of one weight's gradient, as ranks exchange it.
struct ToldNorm {
  uint32_t weight = 0;
  c10::DeviceType place = torch::kCPU;
  float norm = 0;
};

/// Sums over one weight, as ranks exchange them.
struct ToldSums {
  uint64_t weight = 0;
  optim::ParameterSums sums;
};

std::vector<ToldNorm> norms_in(const std::vector<std::string>& texts) {
  std::vector<ToldNorm> all;
  for (const std::string& text : texts) {
    const size_t count = text.size() / sizeof(ToldNorm);
    all.resize(all.size() + count);
    std::memcpy(static_cast<void*>(all.data() + all.size() - count), text.data(), text.size());
  }
  std::ranges::sort(all, {}, &ToldNorm::weight);
  return all;
}

}  // namespace

TrainedWeights::TrainedWeights(TrainedWeightsOptions options, std::vector<optim::Parameter> weights)
    : options_(std::move(options)),
      weights_(std::move(weights)),
      passing_(new Passing{{options_.masters == MasterWeightsLocation::on_host ? tensor::Placement::pinned
                                                                               : tensor::Placement::device,
                            options_.gradients},
                           {}}) {
  std::vector<int64_t> sizes;
  std::vector<std::optional<int64_t>> fixed;
  std::vector<distributed::ExchangedWeight> exchanged;
  for (const optim::Parameter& each : weights_) {
    torch::Tensor weight = each.tensor;
    weight.requires_grad_(true);
    exchanged.push_back({weight, weight});
    sizes.push_back(weight.numel());
    fixed.emplace_back();
    if (const auto place = options_.streamer ? options_.streamer->place_of(weight) : std::nullopt) {
      exchanged.back().block = place->block;
      fixed.back() = place->owner;
    }
  }
  const Owners owners = Owners::balance(sizes, options_.world.size, fixed);
  for (size_t i = 0; i < weights_.size(); ++i) {
    if (!holds_all() && owners.of(i) != options_.world.rank) continue;
    parameters_.push_back({weights_[i].name, parameter_of(weights_[i].tensor), weights_[i].lr_factor});
    numbers_.push_back(i);
    exchanged[i].target = parameters_.back().tensor;
  }
  if (!options_.world.ranks) return;
  passing_->exchange.emplace(*options_.world.ranks, std::move(exchanged), owners, options_.bucket_bytes,
                             options_.world.per_sample());
  if (options_.streamer)
    options_.streamer->give_gradients_to(
        [passing = passing_.get()](size_t block) { passing->collect(block); });
  // Sharded blocks synchronize in the same group within a pass.
  if (options_.streamer && options_.streamer->shares()) return;
  for (size_t i = 0; i < weights_.size(); ++i)
    arriving_.emplace_back(weights_[i].tensor, [passing = passing_.get(), i] { passing->arrived(i); });
}

void TrainedWeights::Passing::collect(std::optional<size_t> block) {
  const auto by_masters = [this] { masters.collect_gradients(); };
  exchange ? exchange->add(computing, by_masters, block) : by_masters();
}

void TrainedWeights::Passing::arrived(size_t weight) {
  exchange->arrived(weight, computing, [this] { masters.collect_gradients(); });
}

/// The tensor that the optimizer updates: the weight itself, or a master of it.
torch::Tensor TrainedWeights::parameter_of(const torch::Tensor& weight) {
  const bool is_master =
      weight.scalar_type() == torch::kFloat32 && options_.masters != MasterWeightsLocation::on_host;
  const bool alone = is_master || options_.masters == MasterWeightsLocation::none;
  return alone ? weight : passing_->masters.add(weight);
}

TrainedWeights TrainedWeights::of_lora(nn::Module& model, adapters::Lora lora,
                                       const TrainedWeightsOptions& options) {
  std::vector<optim::Parameter> weights;
  for (auto& [path, module] : lora.modules) {
    for (const auto& [name, tensor] : module.tensors())
      weights.push_back({path + '.' + name, *tensor, tensor == &module.B ? options.b_rate : 1});
  }
  TrainedWeights trained(options, std::move(weights));
  adapters::attach(model, lora);
  trained.lora_ = std::move(lora);
  return trained;
}

TrainedWeights TrainedWeights::of_parameters(nn::Module& model, const std::vector<std::string>& names,
                                             const TrainedWeightsOptions& options) {
  const std::set<std::string> chosen(names.begin(), names.end());
  std::vector<optim::Parameter> weights;
  model.for_each_parameter([&](const std::string& name, torch::Tensor& slot) {
    if (chosen.contains(name)) weights.push_back({name, slot});
  });
  return {options, std::move(weights)};
}

void TrainedWeights::collect_gradients() {
  passing_->collect();
}

std::vector<optim::GradientHook> TrainedWeights::update_within_backward(
    const std::function<void(const optim::Parameter& parameter)>& update) {
  TORCH_INTERNAL_ASSERT(options_.world.size == 1 && options_.masters != MasterWeightsLocation::on_host);
  std::vector<optim::GradientHook> hooks;
  for (size_t i = 0; i < weights_.size(); ++i) {
    hooks.emplace_back(weights_[i].tensor,
                       [passing = passing_.get(), parameter = parameters_[i], update]() mutable {
                         passing->masters.collect_gradients();
                         update(parameter);
                         parameter.tensor.mutable_grad() = torch::Tensor();
                         passing->masters.publish(parameter.tensor);
                       });
  }
  return hooks;
}

void TrainedWeights::finish_gradients() {
  using Sums = GradientExchange::Sums;
  if (passing_->exchange) passing_->exchange->finish(holds_all() ? Sums::go_to_all : Sums::stay_with_owners);
}

/// Norms of all weights' gradients in their order, on which the rounding of the total depends.
double TrainedWeights::gradient_norm() const {
  if (holds_all()) return optim::gradient_norm(parameters_);
  std::string own;
  for (const auto& [place, there] : optim::gradient_norms(parameters_)) {
    if (there.norms.is_meta()) return optim::gradient_norm(parameters_);  // a dry run
    const torch::Tensor norms = there.norms.cpu();
    for (size_t i = 0; i < there.parameters.size(); ++i) {
      const ToldNorm told{static_cast<uint32_t>(numbers_[there.parameters[i]]), place,
                          norms[static_cast<int64_t>(i)].item<float>()};
      own.append(reinterpret_cast<const char*>(&told), sizeof told);
    }
  }
  std::map<torch::DeviceType, std::vector<float>> values;
  for (const ToldNorm& told : norms_in(options_.world.gather(own))) values[told.place].push_back(told.norm);
  std::map<torch::DeviceType, optim::GradientNorms> all;
  for (const auto& [place, there] : values)
    all[place].norms = torch::tensor(there, torch::kFloat32)
                           .to(place == torch::kCPU ? torch::kCPU : options_.world.ranks->device());
  return optim::total_norm(all);
}

std::vector<optim::ParameterSums> TrainedWeights::gather_sums(
    const std::vector<optim::ParameterSums>& own) const {
  if (!weights_.empty() && weights_.front().tensor.is_meta()) return own;
  std::string told;
  for (size_t i = 0; i < own.size(); ++i) {
    const ToldSums sums{numbers_[i], own[i]};
    told.append(reinterpret_cast<const char*>(&sums), sizeof sums);
  }
  std::vector<optim::ParameterSums> all(weights_.size());
  for (const std::string& text : options_.world.gather(told))
    for (size_t at = 0; at + sizeof(ToldSums) <= text.size(); at += sizeof(ToldSums)) {
      ToldSums sums;
      std::memcpy(&sums, text.data() + at, sizeof sums);
      all.at(sums.weight) = sums.sums;
    }
  return all;
}

void TrainedWeights::publish() {
  publish_own();
  spread();
}

void TrainedWeights::publish_own() {
  passing_->masters.publish();
}

void TrainedWeights::spread() {
  if (!holds_all()) passing_->exchange->spread_weights();
}

int64_t TrainedWeights::element_count() const {
  int64_t count = 0;
  for (const optim::Parameter& weight : weights_) count += weight.tensor.numel();
  return count;
}

}  // namespace fw::training
