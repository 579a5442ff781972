// SPDX-License-Identifier: Apache-2.0
#include "optim/ema.h"

#include <algorithm>
#include <map>

#include "optim/optimizer.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::optim {

namespace {

constexpr const char* updates_name = "updates";
/// Large enough that the warm-up is over.
constexpr int64_t long_warm = int64_t{1} << 60;

}  // namespace

Ema::Ema(std::vector<Parameter> parameters, double decay)
    : decay_(decay), parameters_(std::move(parameters)) {
  const torch::NoGradGuard no_grad;
  for (const Parameter& parameter : parameters_) {
    average_.push_back(tensor::allocate_beside(parameter.tensor, parameter.tensor.sizes(), torch::kFloat32,
                                               tensor::Role::optimizer_state));
    average_.back().copy_(parameter.tensor);
  }
}

double Ema::decay_now() const {
  const auto n = static_cast<double>(updates_);
  return std::min(decay_, (1 + n) / (10 + n));
}

void Ema::update() {
  const torch::NoGradGuard no_grad;
  struct Lists {
    std::vector<torch::Tensor> average, weights;
  };
  std::map<torch::DeviceType, Lists> places;  // LibTorch processes mixed lists one tensor at a time
  for (size_t i = 0; i < parameters_.size(); ++i) {
    Lists& there = places[average_[i].device().type()];
    there.average.push_back(average_[i]);
    there.weights.push_back(parameters_[i].tensor.to(torch::kFloat32));
  }
  for (const auto& [place, there] : places)
    at::_foreach_lerp_(there.average, there.weights, 1.0 - decay_now());
  ++updates_;
}

void Ema::swap() {
  // Operations that may throw come first.
  std::map<size_t, torch::Tensor> rounded;
  for (size_t i = 0; i < parameters_.size(); ++i) {
    const torch::Dtype dtype = parameters_[i].tensor.scalar_type();
    if (dtype != torch::kFloat32 && set_aside_.empty()) rounded[i] = average_[i].to(dtype);
  }
  for (size_t i = 0; i < parameters_.size(); ++i) {
    torch::Tensor weight = parameters_[i].tensor;
    const torch::Tensor values = weight.detach();
    if (weight.scalar_type() == torch::kFloat32) {
      weight.set_data(average_[i]);
      average_[i] = values;
    } else if (!rounded.empty()) {
      weight.set_data(rounded[i]);
      rounded[i] = values;
    } else {
      weight.set_data(set_aside_[i]);
    }
  }
  set_aside_ = std::move(rounded);
}

StateTensors Ema::state() const {
  StateTensors state;
  for (size_t i = 0; i < parameters_.size(); ++i) state["ema." + parameters_[i].name] = average_[i];
  state[updates_name] = torch::tensor(updates_, torch::kInt64);
  return state;
}

void Ema::load_state(const StateTensors& state) {
  for (size_t i = 0; i < parameters_.size(); ++i) {
    load_state_tensor(state, "ema." + parameters_[i].name, average_[i]);
  }
  const auto updates = state.find(updates_name);
  updates_ = updates == state.end() ? long_warm : updates->second.item<int64_t>();
}

}  // namespace fw::optim
