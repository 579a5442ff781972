// SPDX-License-Identifier: Apache-2.0
#include "training/optimizer_step.h"

#include <torch/torch.h>

#include <cmath>
#include <utility>

#include "optim/gradients.h"
#include "tensor/placement.h"

namespace fw::training {

OptimizerStep::OptimizerStep(TrainedWeights& weights, const OptimizerStepConfig& config,
                             const distributed::World& world)
    : weights_(weights),
      config_(config),
      world_(world),
      optimizer_(optim::make_optimizer(weights.parameters(), config.optimizer)) {
  if (config.ema_decay > 0) ema_.emplace(weights.parameters(), config.ema_decay);
}

void OptimizerStep::begin(int64_t micro_batches) {
  config_.accumulation = micro_batches;
  round_ = 0;
  publish_what_is_due();
}

void OptimizerStep::backward(const torch::Tensor& loss) {
  const tensor::PhaseScope phase(tensor::Phase::backward);
  const double share = 1 / static_cast<double>(config_.accumulation);
  begin_round();
  (loss * (config_.scale_loss ? share * scaler_.scale() : share)).backward();
  weights_.collect_gradients();
  if (config_.clipping == Clipping::micro_batch) clip_micro_batch();
}

void OptimizerStep::without_micro_batch() {
  begin_round();
  weights_.collect_gradients();
}

void OptimizerStep::begin_round() {
  weights_.begin_pass(world_.computing(config_.accumulation, round_++));
}

void OptimizerStep::clip_micro_batch() {
  const double scale = config_.scale_loss ? scaler_.scale() : 1;
  const double norm = weights_.gradient_norm() / scale;
  grad_norms_.push_back(norm);
  // What is not finite stays so until update() sees it.
  if (std::isfinite(norm))
    optim::scale_gradients(weights_.parameters(), optim::clip_factor(norm, config_.max_grad_norm));
}

OptimizerStep::Result OptimizerStep::update(int64_t step, bool losses_finite) {
  const tensor::PhaseScope phase(tensor::Phase::optimizer_step);
  const auto& parameters = weights_.parameters();
  Result result;
  result.lr = config_.schedule.rate(step);
  if (config_.scale_loss) optim::scale_gradients(parameters, 1 / scaler_.scale());
  const bool is_clipped = config_.clipping == Clipping::micro_batch;
  result.grad_norms = std::exchange(grad_norms_, {});
  if (!is_clipped) result.grad_norms.push_back(weights_.gradient_norm());
  const bool finite = losses_finite && std::isfinite(result.grad_norm());
  if (config_.scale_loss) scaler_.update(finite);
  result.skipped = !finite;
  if (finite) {
    const double factor = is_clipped ? 1 : optim::clip_factor(result.grad_norm(), config_.max_grad_norm);
    optimizer_->step(result.lr, factor);
    optim::clear_gradients(parameters);  // what follows may need their memory
    weights_.publish();
    if (ema_) ema_->update();
  }
  optim::clear_gradients(parameters);
  return result;
}

void OptimizerStep::publish_what_is_due() {
  if (!publishing_due_) return;
  world_.together([this] { weights_.publish_own(); });
  weights_.spread();
  publishing_due_ = false;
}

void OptimizerStep::swap_average() {
  publish_what_is_due();
  if (!ema_) return;
  bool swapped = false;
  publishing_due_ = true;
  try {
    world_.together([&] {
      ema_->swap();
      swapped = true;
      weights_.publish_own();
    });
    weights_.spread();
  } catch (...) {
    if (swapped) ema_->swap();
    throw;
  }
  publishing_due_ = false;
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
