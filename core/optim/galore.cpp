// SPDX-License-Identifier: Apache-2.0
#include "optim/galore.h"

#include <algorithm>
#include <cmath>

#include "tensor/libtorch.h"

namespace fw::optim {

namespace {

constexpr const char *galore_mean = "exp_avg", *galore_square = "exp_avg_sq", *directions = "ortho_matrix";

/// True for a matrix whose right side is projected: its directions are rows.
bool is_tall(const torch::Tensor& matrix) {
  return matrix.size(0) >= matrix.size(1);
}

}  // namespace

Galore::Galore(std::vector<Parameter> parameters, const OptimizerConfig& config)
    : ByParameter(std::move(parameters)), config_(config) {
  const int64_t rank = config.galore.rank;
  for (size_t i = 0; i < this->parameters().size(); ++i) {
    const Parameter& parameter = this->parameters()[i];
    const torch::Tensor& weight = parameter.tensor;
    auto& tensors = kept(i).tensors;
    std::vector<int64_t> shape = weight.sizes().vec();
    if (weight.dim() == 2 && std::min(shape[0], shape[1]) > rank) {
      shape = is_tall(weight) ? std::vector{shape[0], rank} : std::vector{rank, shape[1]};
      tensors[directions] = zeros(
          parameter, is_tall(weight) ? std::vector{rank, weight.size(1)} : std::vector{weight.size(0), rank});
    }
    tensors[galore_mean] = zeros(parameter, shape);
    tensors[galore_square] = zeros(parameter, shape);
  }
}

void Galore::update(const torch::Tensor& weight, torch::Tensor gradient, Kept& kept, double lr) {
  const auto found = kept.tensors.find(directions);
  const bool is_projected = found != kept.tensors.end();
  if (is_projected) {
    torch::Tensor& basis = found->second;
    if ((kept.steps - 1) % config_.galore.update_gap == 0) {
      const auto [u, values, v] = torch::linalg_svd(gradient, /*full_matrices=*/false);
      basis.copy_(is_tall(weight) ? v.narrow(0, 0, config_.galore.rank)
                                  : u.narrow(1, 0, config_.galore.rank));
    }
    gradient = is_tall(weight) ? gradient.matmul(basis.t()) : basis.t().matmul(gradient);
  }
  torch::Tensor &mean = kept.tensors.at(galore_mean), &square = kept.tensors.at(galore_square);
  mean.mul_(config_.beta1).add_(gradient, 1 - config_.beta1);
  square.mul_(config_.beta2).addcmul_(gradient, gradient, 1 - config_.beta2);
  const auto step = static_cast<double>(kept.steps);
  const double step_size =
      lr * std::sqrt(1 - std::pow(config_.beta2, step)) / (1 - std::pow(config_.beta1, step));
  torch::Tensor change = mean / square.sqrt().add_(config_.epsilon);
  if (is_projected) {
    const torch::Tensor& basis = found->second;
    change = (is_tall(weight) ? change.matmul(basis) : basis.matmul(change)).mul_(config_.galore.scale);
  }
  torch::Tensor target = weight;
  target.sub_(change, step_size);
  if (config_.weight_decay != 0) target.add_(target, -lr * config_.weight_decay);
}

}  // namespace fw::optim
