// SPDX-License-Identifier: Apache-2.0
#include "training/optimizer_step.h"

#include <cmath>
#include <utility>

#include "base/error.h"
#include "optim/gradients.h"
#include "tensor/libtorch.h"
#include "tensor/placement.h"

namespace fw::training {

namespace {

constexpr ErrorCode fused_in_a_group{
    "training.fused_in_a_group",
    FW_TEXT(
        "errors",
        "optimizer.fused_backward uses each gradient at once, but those of several processes are added up "
        "after the backward pass."),
    FW_TEXT("errors",
            "Remove the line, and save memory with distributed.zero_stage = 2 or 3 instead; or start the run "
            "with one process."),
    Blame::input};
constexpr ErrorCode fused_not_finite{
    "training.fused_not_finite",
    FW_TEXT(
        "errors",
        "The loss or gradients of step {step} were not finite, and optimizer.fused_backward had used them "
        "before that was known: the weights in memory are spoiled."),
    FW_TEXT("errors",
            "Resume from the last checkpoint with a lower optimizer.lr, or without optimizer.fused_backward, "
            "which skips such a step.")};

/// For a method that needs sums over all weights, of which this process may own only some.
optim::OptimizerConfig with_sums(optim::OptimizerConfig config, const TrainedWeights& weights) {
  if (!weights.holds_all())
    config.gather_sums = [&weights](const std::vector<optim::ParameterSums>& own) {
      return weights.gather_sums(own);
    };
  return config;
}

}  // namespace

OptimizerStep::OptimizerStep(TrainedWeights& weights, const OptimizerStepConfig& config,
                             const distributed::World& world)
    : weights_(weights),
      config_(config),
      world_(world),
      optimizer_(optim::make_optimizer(weights.parameters(), with_sums(config.optimizer, weights))) {
  TORCH_INTERNAL_ASSERT(config.ema_decay == 0 || !optimizer_->has_average());
  if (config.ema_decay > 0) ema_.emplace(weights.parameters(), config.ema_decay);
  if (!config.fused_backward) return;
  if (world.size > 1) throw Error(fused_in_a_group);
  hooks_ = weights.update_within_backward(
      [this](const optim::Parameter& parameter) { update_within_backward(parameter); });
}

void OptimizerStep::begin(int64_t micro_batches, int64_t step) {
  config_.accumulation = micro_batches;
  fused_lr_ = config_.schedule.rate(step);
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
  // Values that are not finite stay so for update() to find.
  if (std::isfinite(norm))
    optim::scale_gradients(weights_.parameters(), optim::clip_factor(norm, config_.max_grad_norm));
}

OptimizerStep::Result OptimizerStep::update(int64_t step, bool losses_finite) {
  const tensor::PhaseScope phase(tensor::Phase::optimizer_step);
  const auto& parameters = weights_.parameters();
  Result result;
  result.lr = config_.schedule.rate(step);
  if (config_.fused_backward) {
    result.grad_norms.push_back(end_fused(step, losses_finite));
    result.lr = optimizer_->shown_rate(result.lr);
    return result;
  }
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
    optim::clear_gradients(parameters);  // the next step may need their memory
    weights_.publish();
    if (ema_) ema_->update();
  }
  result.lr = optimizer_->shown_rate(result.lr);
  optim::clear_gradients(parameters);
  return result;
}

bool OptimizerStep::is_decided_by_device() const {
  return world_.size == 1 && config_.clipping == Clipping::update && !config_.scale_loss && !ema_ &&
         !config_.fused_backward && optimizer_->can_step_by_device();
}

torch::Tensor OptimizerStep::update_by_device(int64_t step, std::vector<torch::Tensor> losses) {
  const tensor::PhaseScope phase(tensor::Phase::optimizer_step);
  const torch::NoGradGuard no_grad;
  const auto& parameters = weights_.parameters();
  const torch::Tensor norm = optim::gradient_norm_on_device(parameters);
  losses.push_back(norm.view({1}));
  const torch::Tensor figures = torch::cat(losses);
  // 0 * x is 0 for finite x and NaN otherwise.
  const torch::Tensor zero = (figures * 0).sum();
  optimizer_->step_by_device(config_.schedule.rate(step), {optim::clip_factor(norm, config_.max_grad_norm),
                                                           zero.ne(zero).to(torch::kFloat32)});
  optim::clear_gradients(parameters);  // the next step may need their memory
  weights_.publish();                  // a skipped step publishes unchanged weights
  return figures;
}

OptimizerStep::Result OptimizerStep::result_of(double lr, const torch::Tensor& figures) {
  Result result;
  result.lr = lr;
  result.grad_norms = {figures[-1].item<double>()};
  result.skipped = !figures.isfinite().all().item<bool>();
  return result;
}

void OptimizerStep::update_within_backward(const optim::Parameter& parameter) {
  const tensor::PhaseScope phase(tensor::Phase::optimizer_step);
  fused_norms_.push_back(at::_foreach_norm({parameter.tensor.grad()}, 2, torch::kFloat32).front());
  optimizer_->step(fused_lr_);
}

/// @return  the norm of all gradients
double OptimizerStep::end_fused(int64_t step, bool losses_finite) {
  const double norm = optim::total_norm(fused_norms_);
  if (!losses_finite || !std::isfinite(norm)) throw Error(fused_not_finite, {{"step", step + 1}});
  fused_norms_.clear();
  if (ema_) ema_->update();
  return norm;
}

void OptimizerStep::publish_what_is_due() {
  if (!publishing_due_) return;
  world_.together([this] { weights_.publish_own(); });
  weights_.spread();
  publishing_due_ = false;
}

void OptimizerStep::swap_average() {
  publish_what_is_due();
  if (!has_other_weights()) return;
  bool swapped = false;
  publishing_due_ = true;
  try {
    world_.together([&] {
      swap_values();
      swapped = true;
      weights_.publish_own();
    });
    weights_.spread();
  } catch (...) {
    if (swapped) swap_values();
    throw;
  }
  publishing_due_ = false;
}

void OptimizerStep::swap_values() {
  ema_ ? ema_->swap() : optimizer_->swap_average();
}

void OptimizerStep::put_weights_back() noexcept {
  if (!has_other_weights()) return;
  swap_values();
  publishing_due_ = true;
  try {
    publish_what_is_due();
  } catch (...) {  // publishing stays due
  }
}

}  // namespace fw::training
