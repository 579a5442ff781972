// SPDX-License-Identifier: Apache-2.0
#include "families/wan/experts.h"

#include "tensor/device.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::families {

WanExperts::WanExperts(std::unique_ptr<WanTransformer> high, std::unique_ptr<WanTransformer> low,
                       std::optional<torch::Device> device)
    : high_(std::move(high)), low_(std::move(low)), device_(device) {
  low_->count_blocks_from(high_->block_count());
  add_child("", *high_);
  add_child("transformer_2", *low_);
}

WanTransformer& WanExperts::at(Expert expert) {
  WanTransformer& network = expert == Expert::high ? *high_ : *low_;
  network.share_tokens(split());
  if (!device_ || there_ == expert) return network;
  rest();
  there_ = expert;
  network.for_each_slot([&](const std::string&, torch::Tensor& slot) {
    homes_.emplace(&slot, slot);
    torch::Tensor there = tensor::allocate(slot.sizes(), slot.scalar_type(), *device_,
                                           tensor::Placement::device, tensor::Role::weights);
    slot = there.copy_(slot);
  });
  return network;
}

void WanExperts::rest() {
  for (auto& [slot, home] : homes_) *slot = home;
  homes_.clear();
  if (there_ && device_) tensor::release_unused_memory(*device_);
  there_.reset();
}

void WanExperts::share_adapters() {
  high_->for_each_module([&](const std::string& path, nn::Module& module) {
    if (auto* const linear = dynamic_cast<nn::Linear*>(&module))
      low_->find<nn::Linear>(path)->adapters = linear->adapters;
  });
}

WanTransformer& wan_network_at(VideoTransformer& network, double timestep, double border) {
  if (auto* const experts = dynamic_cast<WanExperts*>(&network))
    return experts->at(timestep >= 1000 * border ? WanExperts::Expert::high : WanExperts::Expert::low);
  return dynamic_cast<WanTransformer&>(network);
}

}  // namespace fw::families
