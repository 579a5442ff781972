// SPDX-License-Identifier: Apache-2.0
#include "training/optimizer_step.h"

#include <torch/torch.h>

#include <cmath>

#include "optim/gradients.h"
#include "tensor/placement.h"

namespace fw::training {

OptimizerStep::OptimizerStep(TrainedWeights& weights, const OptimizerStepConfig& config)
    : weights_(weights),
      config_(config),
      optimizer_(optim::make_optimizer(weights.parameters(), config.optimizer)) {
  if (config.ema_decay > 0) ema_.emplace(weights.parameters(), config.ema_decay);
}

void OptimizerStep::begin(int64_t micro_batches) {
  config_.accumulation = micro_batches;
  publish_what_is_due();
}

void OptimizerStep::backward(const torch::Tensor& loss) {
  const tensor::PhaseScope phase(tensor::Phase::backward);
  const double share = 1 / static_cast<double>(config_.accumulation);
  (loss * (config_.scale_loss ? share * scaler_.scale() : share)).backward();
  weights_.collect_gradients();
}

OptimizerStep::Result OptimizerStep::update(int64_t step, bool losses_finite) {
  const tensor::PhaseScope phase(tensor::Phase::optimizer_step);
  const auto& parameters = weights_.parameters();
  Result result;
  result.lr = config_.schedule.rate(step);
  if (config_.scale_loss) optim::scale_gradients(parameters, 1 / scaler_.scale());
  result.grad_norm = optim::gradient_norm(parameters);
  const bool finite = losses_finite && std::isfinite(result.grad_norm);
  if (config_.scale_loss) scaler_.update(finite);
  result.skipped = !finite;
  if (finite) {
    optimizer_->step(result.lr, optim::clip_factor(result.grad_norm, config_.max_grad_norm));
    optim::clear_gradients(parameters);  // what follows may need their memory
    weights_.publish();
    if (ema_) ema_->update();
  }
  optim::clear_gradients(parameters);
  return result;
}

void OptimizerStep::publish_what_is_due() {
  if (publishing_due_) weights_.publish();
  publishing_due_ = false;
}

void OptimizerStep::swap_average() {
  publish_what_is_due();
  if (!ema_) return;
  ema_->swap();
  publishing_due_ = true;
  try {
    publish_what_is_due();
  } catch (...) {
    ema_->swap();
    throw;
  }
}

void OptimizerStep::put_weights_back() noexcept {
  if (!ema_) return;
  ema_->swap();
  publishing_due_ = true;
  try {
    publish_what_is_due();
  } catch (...) {  // it stays due
  }
}

}  // namespace fw::training
