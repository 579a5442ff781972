// SPDX-License-Identifier: Apache-2.0
#include "optim/muon.h"

#include <algorithm>
#include <cmath>

#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::optim {

namespace {

std::vector<Parameter> chosen(const std::vector<Parameter>& parameters, bool matrices) {
  std::vector<Parameter> found;
  for (const Parameter& parameter : parameters)
    if (Muon::takes(parameter.tensor) == matrices) found.push_back(parameter);
  return found;
}

}  // namespace

bool Muon::takes(const torch::Tensor& parameter) {
  return parameter.dim() == 2 && std::min(parameter.size(0), parameter.size(1)) >= least_side;
}

Muon::Muon(std::vector<Parameter> parameters, const OptimizerConfig& config)
    : config_(config),
      parameters_(std::move(parameters)),
      matrices_(chosen(parameters_, true)),
      others_(chosen(parameters_, false), config) {
  TORCH_INTERNAL_ASSERT(config.decay == Decay::decoupled && config.state == StateType::float32);
  for (const Parameter& matrix : matrices_) {
    TORCH_INTERNAL_ASSERT(matrix.tensor.scalar_type() == torch::kFloat32);
    exp_avg_.push_back(tensor::allocate_beside(matrix.tensor, matrix.tensor.sizes(), torch::kFloat32,
                                               tensor::Role::optimizer_state)
                           .zero_());
  }
}

torch::Tensor orthogonalized(const torch::Tensor& matrix) {
  if (matrix.size(0) > matrix.size(1)) return orthogonalized(matrix.t()).t();
  // Each step multiplies X by a polynomial of X X^T. Accumulating the polynomials on that small matrix and
  // applying them to X once takes several times fewer products than applying each one to X.
  const torch::Tensor x = matrix / (matrix.norm() + 1e-7);
  const torch::Tensor identity = torch::eye(x.size(0), x.options());
  torch::Tensor gram = x.matmul(x.t()), product;
  for (int i = 0; i < 5; ++i) {
    const torch::Tensor step = (2.0315 * gram.matmul(gram)).sub_(gram, 4.7750).add_(identity, 3.4445);
    product = product.defined() ? step.matmul(product) : step;
    if (i < 4) gram = step.matmul(gram).matmul(step);
  }
  return product.matmul(x);
}

void Muon::step(double lr, double gradient_factor) {
  others_.step(lr * others_share, gradient_factor);
  const torch::NoGradGuard no_grad;
  for (size_t i = 0; i < matrices_.size(); ++i) {
    torch::Tensor weight = matrices_[i].tensor;
    if (!weight.grad().defined()) continue;
    const torch::Tensor gradient = weight.grad() * gradient_factor;
    exp_avg_[i].lerp_(gradient, 1 - config_.beta1);
    const torch::Tensor ahead = gradient.lerp(exp_avg_[i], config_.beta1);  // Nesterov's momentum
    const double scale = 0.2 * std::sqrt(static_cast<double>(std::max(weight.size(0), weight.size(1))));
    const double own_lr = lr * matrices_[i].lr_factor;
    if (config_.weight_decay != 0) weight.mul_(1 - own_lr * config_.weight_decay);
    weight.sub_(orthogonalized(ahead), own_lr * scale);
  }
}

StateTensors Muon::state() const {
  StateTensors state = others_.state();
  for (size_t i = 0; i < matrices_.size(); ++i) state["exp_avg." + matrices_[i].name] = exp_avg_[i];
  return state;
}

void Muon::load_state(const StateTensors& state) {
  others_.load_state(state);
  for (size_t i = 0; i < matrices_.size(); ++i)
    load_state_tensor(state, "exp_avg." + matrices_[i].name, exp_avg_[i]);
}

}  // namespace fw::optim
