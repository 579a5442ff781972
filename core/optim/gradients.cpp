// SPDX-License-Identifier: Apache-2.0
#include "optim/gradients.h"

#include <torch/torch.h>

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
  return torch::stack(at::_foreach_norm(gradients, 2)).norm().item<double>();
}

void clip_gradients(const std::vector<Parameter>& parameters, double norm, double largest) {
  const double factor = largest / (norm + 1e-6);
  if (factor < 1) scale_gradients(parameters, factor);
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
