// SPDX-License-Identifier: Apache-2.0
#include "optim/gradients.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::optim {

namespace {

/// Gradients by device, since those of streamed weights are on the host: LibTorch's list operators process
/// mixed lists one tensor at a time.
std::map<torch::DeviceType, std::vector<torch::Tensor>> gradients_of(
    const std::vector<Parameter>& parameters) {
  std::map<torch::DeviceType, std::vector<torch::Tensor>> places;
  for (const Parameter& parameter : parameters) {
    const torch::Tensor gradient = parameter.tensor.grad();
    if (gradient.defined()) places[gradient.device().type()].push_back(gradient);
  }
  return places;
}

torch::Tensor norms_of(const std::vector<torch::Tensor>& tensors) {
  return torch::stack(at::_foreach_norm(tensors, 2, torch::kFloat32));
}

/// @param norms  of further tensors
double joined(double norm, const torch::Tensor& norms) {
  return std::hypot(norm, tensor::read_back(norms.norm(), /*dry_value=*/1));
}

}  // namespace

double gradient_norm(const std::vector<Parameter>& parameters) {
  double norm = 0;
  for (const auto& [place, there] : gradients_of(parameters)) norm = joined(norm, norms_of(there));
  return norm;
}

torch::Tensor gradient_norm_on_device(const std::vector<Parameter>& parameters) {
  const auto places = gradients_of(parameters);
  if (places.empty()) return torch::zeros({}, parameters.front().tensor.options().requires_grad(false));
  TORCH_INTERNAL_ASSERT(places.size() == 1);
  return norms_of(places.begin()->second).norm();
}

std::map<torch::DeviceType, GradientNorms> gradient_norms(const std::vector<Parameter>& parameters) {
  std::map<torch::DeviceType, GradientNorms> norms;
  for (const auto& [place, there] : gradients_of(parameters)) norms[place].norms = norms_of(there);
  for (size_t i = 0; i < parameters.size(); ++i) {
    const torch::Tensor gradient = parameters[i].tensor.grad();
    if (gradient.defined()) norms.at(gradient.device().type()).parameters.push_back(i);
  }
  return norms;
}

double total_norm(const std::map<torch::DeviceType, GradientNorms>& norms) {
  double norm = 0;
  for (const auto& [place, there] : norms) norm = joined(norm, there.norms);
  return norm;
}

double total_norm(const std::vector<torch::Tensor>& norms) {
  return norms.empty() ? 0 : joined(0, torch::stack(norms));
}

double clip_factor(double norm, double largest) {
  return std::min(1.0, largest / (norm + 1e-6));
}

torch::Tensor clip_factor(const torch::Tensor& norm, double largest) {
  // In float64 and with a division, like on the host.
  const torch::Tensor most = torch::full({}, largest, torch::kFloat64);
  return torch::div(most, norm.to(torch::kFloat64).add_(1e-6)).clamp_max_(1).to(torch::kFloat32);
}

void scale_gradients(const std::vector<Parameter>& parameters, double factor) {
  const torch::NoGradGuard no_grad;
  for (const auto& [place, there] : gradients_of(parameters)) at::_foreach_mul_(there, factor);
}

void clear_gradients(const std::vector<Parameter>& parameters) {
  for (const Parameter& parameter : parameters) parameter.tensor.mutable_grad() = torch::Tensor();
}

}  // namespace fw::optim
