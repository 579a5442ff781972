// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "distributed/world.h"
#include "optim/ema.h"
#include "optim/grad_scaler.h"
#include "optim/lr_schedule.h"
#include "optim/optimizer.h"
#include "training/trained_weights.h"

namespace fw::training {

/// When gradients are scaled down to max_grad_norm.
enum class Clipping {
  update,       ///< once, when all micro-batches of an update have been accumulated
  micro_batch,  ///< after each of them, the sum so far: as finetrainers does
};

struct OptimizerStepConfig {
  optim::OptimizerConfig optimizer;
  optim::LrSchedule schedule;
  double max_grad_norm = 1;
  Clipping clipping = Clipping::update;
  int64_t accumulation = 1;  ///< micro-batches averaged into one update
  bool scale_loss = false;   ///< for fp16
  double ema_decay = 0;      ///< 0: no average
  /// Each weight is updated within the backward pass as soon as its gradient is complete, and the gradient is
  /// freed (Lv et al. 2023). The norm is only reported: nothing is clipped. Only for updates of one
  /// micro-batch in one process.
  bool fused_backward = false;
};

/// Turns the losses of micro-batches into updated weights: backward, accumulation, clipping, optimizer,
/// schedule, average. Thread: the training thread.
class OptimizerStep {
 public:
  /// @param weights  must outlive it; of the same world
  /// @throws fw::Error training.fused_in_a_group
  OptimizerStep(TrainedWeights& weights, const OptimizerStepConfig& config,
                const distributed::World& world = {});
  OptimizerStep(const OptimizerStep&) = delete;

  /// Begins an update that averages `micro_batches` of the whole world: fewer than configured at the end of a
  /// run that counts epochs. @param step  number of this update, from 0
  void begin(int64_t micro_batches, int64_t step);
  /// Backward pass of one micro-batch's loss (a scalar); its share of the update is 1 / accumulation.
  void backward(const torch::Tensor& loss);
  /// Replaces backward() in a round without a micro-batch for this process.
  void without_micro_batch();

  struct Result {
    double lr = 0;
    std::vector<double> grad_norms;  ///< before each clipping: one, or one per micro-batch
    bool skipped = false;
    double grad_norm() const { return grad_norms.back(); }  ///< not finite if that skipped the step
  };
  /// Updates the weights with the accumulated gradients and drops these. A step whose losses or gradients are
  /// not finite changes only the loss scale; the schedule counts it.
  /// @param step           number of this update, from 0
  /// @param losses_finite  of all its micro-batches
  /// @throws fw::Error training.fused_not_finite: the backward pass has already applied such gradients
  Result update(int64_t step, bool losses_finite);
  /// True if update_by_device() can be used: Adam with float32 state and weights on the device, a single
  /// process, and no value on the host (a loss scale, an average) that depends on the result.
  bool is_decided_by_device() const;
  /// Like update(), but the device checks whether losses and gradients are finite and computes the clipping,
  /// so the host does not wait. The weights are the same, bit for bit. @pre is_decided_by_device()
  /// @param losses  of its micro-batches, each [B] float32 on the device
  /// @return        [losses + 1] float32 on the device: the losses, then the gradient norm before clipping
  torch::Tensor update_by_device(int64_t step, std::vector<torch::Tensor> losses);
  /// The Result that update() would return for such a step. @param figures  from update_by_device(), on the
  /// host
  static Result result_of(double lr, const torch::Tensor& figures);
  /// True if some weights are already updated and others are not.
  bool is_half_done() const { return !fused_norms_.empty(); }

  /// Collective. Swaps weights and their average (the EMA, or that of a method which trains at other weights
  /// than those to use), for validation and saving; a second call swaps them back. Does nothing without an
  /// average. If it throws, the weights are unchanged.
  void swap_average();
  /// Puts the weights back after swap_average(). If the master weights cannot be written into the model (out
  /// of memory), the next begin() retries and throws if that fails.
  void put_weights_back() noexcept;
  bool has_average() const { return ema_.has_value(); }
  /// True if the method trains at other weights than those to use, which alone are saved.
  bool trains_elsewhere() const { return optimizer_->has_average(); }

  optim::Optimizer& optimizer() { return *optimizer_; }
  optim::Ema* average() { return ema_ ? &*ema_ : nullptr; }
  optim::GradScaler& scaler() { return scaler_; }
  optim::LrSchedule& schedule() { return config_.schedule; }

 private:
  void publish_what_is_due();
  void begin_round();
  void clip_micro_batch();
  void update_within_backward(const optim::Parameter& parameter);
  bool has_other_weights() const { return ema_ || optimizer_->has_average(); }
  void swap_values();
  double end_fused(int64_t step, bool losses_finite);

  TrainedWeights& weights_;
  int64_t round_ = 0;  ///< within this update
  bool publishing_due_ = false;
  OptimizerStepConfig config_;
  const distributed::World world_;
  std::unique_ptr<optim::Optimizer> optimizer_;
  std::optional<optim::Ema> ema_;
  optim::GradScaler scaler_;
  std::vector<double> grad_norms_;  ///< of this update's micro-batches
  double fused_lr_ = 0;
  std::vector<torch::Tensor> fused_norms_;  ///< of the gradients that this backward pass has used
  std::vector<optim::GradientHook> hooks_;
};

/// Collective. Puts the averaged weights, if there are any, into the model for the life of the object.
class AveragedWeights {
 public:
  explicit AveragedWeights(OptimizerStep& optimizer_step) : optimizer_step_(optimizer_step) {
    optimizer_step_.swap_average();
  }
  ~AveragedWeights() { optimizer_step_.put_weights_back(); }
  AveragedWeights(const AveragedWeights&) = delete;
  AveragedWeights& operator=(const AveragedWeights&) = delete;

 private:
  OptimizerStep& optimizer_step_;
};

/// Collective. Puts the weights to be saved into the model for the life of the object: those to use, if the
/// method trains at others.
class SavedWeights {
 public:
  explicit SavedWeights(OptimizerStep& optimizer_step) {
    if (optimizer_step.trains_elsewhere()) used_.emplace(optimizer_step);
  }

 private:
  std::optional<AveragedWeights> used_;
};

}  // namespace fw::training
