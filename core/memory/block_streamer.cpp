// SPDX-License-Identifier: Apache-2.0
#include "memory/block_streamer.h"

#include <algorithm>

#include "tensor/placement.h"

namespace fw::memory {

namespace {

torch::Tensor copy_to(const torch::Tensor& host, torch::Device device, tensor::Role role) {
  if (host.device() == device) return host;
  torch::Tensor copy =
      tensor::allocate(host.sizes(), host.scalar_type(), device, tensor::Placement::device, role);
  return copy.copy_(host, /*non_blocking=*/host.is_pinned());
}

/// Gives a block back its host tensors however its computation ends.
class HostTensors {
 public:
  explicit HostTensors(nn::Module& block) {
    block.for_each_slot([this](const std::string&, torch::Tensor& slot) {
      if (slot.defined()) saved_.emplace_back(&slot, slot);
    });
  }
  ~HostTensors() {
    for (auto& [slot, tensor] : saved_) *slot = tensor;
  }
  HostTensors(const HostTensors&) = delete;

 private:
  std::vector<std::pair<torch::Tensor*, torch::Tensor>> saved_;
};

}  // namespace

BlockStreamer::BlockStreamer(nn::Module& model, std::string_view blocks, torch::Device device,
                             const std::vector<std::string>& always_there)
    : device_(device) {
  const std::string prefix = std::string(blocks) + ".";
  model.for_each_slot([&](const std::string& name, torch::Tensor& slot) {
    const bool in_block = name.starts_with(prefix);
    const bool read_outside = std::any_of(always_there.begin(), always_there.end(),
                                          [&](const std::string& end) { return name.ends_with(end); });
    if (slot.defined() && (!in_block || read_outside)) slot = copy_to(slot, device, tensor::Role::weights);
  });
}

nn::BlockRunner BlockStreamer::runner(nn::BlockRunner inner) {
  return [this, inner = std::move(inner)](const nn::BlockCall& call) { return run(call, inner); };
}

torch::Tensor BlockStreamer::run(const nn::BlockCall& call, const nn::BlockRunner& inner) const {
  const HostTensors restore(call.block);
  call.block.for_each_slot([this](const std::string&, torch::Tensor& slot) {
    if (slot.defined()) slot = copy_to(slot, device_, tensor::Role::staging);
  });
  return nn::run_block(inner, call);
}

}  // namespace fw::memory
