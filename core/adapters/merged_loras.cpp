// SPDX-License-Identifier: Apache-2.0
#include "adapters/merged_loras.h"

#include <utility>

#include "tensor/device.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"
#include "tensor/memory_counter.h"

namespace fw::adapters {

namespace {

bool pays(const nn::Linear& linear) {
  if (linear.adapters.empty() || linear.is_low_bit()) return false;
  const torch::Tensor weight = linear.matrix();
  return tensor::computes_on_device(weight) && tensor::placement_of(weight) == tensor::Placement::device;
}

}  // namespace

// Delegates, so that after an exception the destructor restores the weights merged so far.
MergedLoras::MergedLoras(nn::Module& model) : MergedLoras() {
  const torch::NoGradGuard no_grad;
  std::vector<nn::Linear*> found;
  uint64_t bytes = 0;
  model.for_each_module([&](const std::string&, nn::Module& module) {
    auto* const linear = dynamic_cast<nn::Linear*>(&module);
    if (linear == nullptr || !pays(*linear)) return;
    found.push_back(linear);
    bytes += linear->matrix().nbytes();
  });
  // A plan may be for another computer.
  if (!tensor::DryRun::active() && bytes > tensor::device_memory(torch::kCPU).free / 2) return;
  for (nn::Linear* linear : found) merge(*linear);
}

void MergedLoras::merge(nn::Linear& linear) {
  torch::Tensor weight = linear.matrix();
  torch::Tensor sum = weight.to(torch::kFloat32, /*non_blocking=*/false, /*copy=*/true);
  for (const nn::LayerAdapter& adapter : linear.adapters) {
    if (adapter.is_plain())
      sum.addmm_(adapter.B.to(torch::kFloat32), adapter.A.to(torch::kFloat32), 1, adapter.scale);
    else
      sum.add_(nn::weight_change(adapter, weight));
  }
  layers_.push_back({&linear, tensor::to_host(weight), {}});
  layers_.back().adapters = std::exchange(linear.adapters, {});
  weight.copy_(sum);
}

MergedLoras::~MergedLoras() {
  const torch::NoGradGuard no_grad;
  for (Layer& layer : layers_) {
    layer.linear->adapters = std::move(layer.adapters);
    try {
      layer.linear->matrix().copy_(layer.weight);
    } catch (const c10::Error&) {  // the device is lost, and the model with it
    }
  }
}

}  // namespace fw::adapters
