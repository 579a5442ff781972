// SPDX-License-Identifier: Apache-2.0
#include "optim/gradients.h"

#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tensor/dry_run.h"

namespace fw::optim {

namespace {

std::vector<torch::Tensor> gradients_of(const std::vector<Parameter>& parameters) {
  std::vector<torch::Tensor> gradients;
  for (const Parameter& parameter : parameters) {
    if (parameter.tensor.grad().defined()) gradients.push_back(parameter.tensor.grad());
  }
  return gradients;
}

}  // namespace

double gradient_norm(const std::vector<Parameter>& parameters) {
  const std::vector<torch::Tensor> gradients = gradients_of(parameters);
  if (gradients.empty()) return 0;
  // Those of streamed weights are on the host.
  std::map<torch::DeviceType, std::vector<torch::Tensor>> places;
  for (const torch::Tensor& gradient : gradients) places[gradient.device().type()].push_back(gradient);
  double norm = 0;
  for (const auto& [place, there] : places) {
    const torch::Tensor norms = torch::stack(at::_foreach_norm(there, 2, torch::kFloat32));
    norm = std::hypot(norm, tensor::read_back(norms.norm(), /*dry_value=*/1));
  }
  return norm;
}

double clip_factor(double norm, double largest) {
  return std::min(1.0, largest / (norm + 1e-6));
}

void scale_gradients(const std::vector<Parameter>& parameters, double factor) {
  const torch::NoGradGuard no_grad;
  const std::vector<torch::Tensor> gradients = gradients_of(parameters);
  if (!gradients.empty()) at::_foreach_mul_(gradients, factor);
}

void clear_gradients(const std::vector<Parameter>& parameters) {
  for (const Parameter& parameter : parameters) parameter.tensor.mutable_grad() = torch::Tensor();
}

}  // namespace fw::optim
