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
  update,       ///< once, when all micro-batches of an update have added up
  micro_batch,  ///< after each of them, what has added up so far: as finetrainers does
};

struct OptimizerStepConfig {
  optim::OptimizerConfig optimizer;
  optim::LrSchedule schedule;
  double max_grad_norm = 1;
  Clipping clipping = Clipping::update;
  int64_t accumulation = 1;  ///< micro-batches whose mean makes an update
  bool scale_loss = false;   ///< for fp16
  double ema_decay = 0;      ///< 0: no average is kept
  /// Each weight is updated within the backward pass, as soon as its gradient is there, which is dropped then
  /// (Lv et al. 2023). Its norm is only told: nothing is clipped. For updates of one micro-batch, one
  /// process.
  bool fused_backward = false;
};

/// From the losses of micro-batches to changed weights: backward, accumulation, clipping, optimizer,
/// schedule, average. Thread: the training thread.
class OptimizerStep {
 public:
  /// @param weights  must outlive it; of the same world
  /// @throws fw::Error training.fused_in_a_group
  OptimizerStep(TrainedWeights& weights, const OptimizerStepConfig& config,
                const distributed::World& world = {});
  OptimizerStep(const OptimizerStep&) = delete;

  /// Begins an update that is the mean of so many micro-batches of all the world: fewer than the configured
  /// ones at the end of a run that counts epochs. @param step  number of this update, from 0
  void begin(int64_t micro_batches, int64_t step);
  /// Backward pass of one micro-batch's loss (a scalar); its share of the update is 1 / accumulation.
  void backward(const torch::Tensor& loss);
  /// Instead of it in a round in which this process has no micro-batch.
  void without_micro_batch();

  struct Result {
    double lr = 0;
    std::vector<double> grad_norms;  ///< before each clipping: one, or one a micro-batch
    bool skipped = false;
    double grad_norm() const { return grad_norms.back(); }  ///< not finite when the step was skipped for it
  };
  /// Changes the weights by the gradients so far and drops these. A step whose losses or gradients are not
  /// finite changes nothing but the loss scale; the schedule counts it.
  /// @param step           number of this update, from 0
  /// @param losses_finite  of all its micro-batches
  /// @throws fw::Error training.fused_not_finite: the backward pass has changed weights by such gradients
  Result update(int64_t step, bool losses_finite);
  /// Whether there is update_by_device(): for Adam with float32 state and weights on the device, in a process
  /// alone, where no number that the host keeps (a loss scale, an average) depends on what the device finds.
  bool is_decided_by_device() const;
  /// update() in which the device looks for itself whether losses and gradients are finite and how much is
  /// clipped: the host waits for nothing. The same weights, bit for bit. @pre is_decided_by_device()
  /// @param losses  of its micro-batches, each [B] float32 on the device
  /// @return        [losses + 1] float32 there: they, and the norm of the gradients before clipping
  torch::Tensor update_by_device(int64_t step, std::vector<torch::Tensor> losses);
  /// What update() says of such a step. @param figures  of update_by_device(), on the host
  static Result result_of(double lr, const torch::Tensor& figures);
  /// Whether some weights are of the next step already and others are not.
  bool is_half_done() const { return !fused_norms_.empty(); }

  /// Exchanges weights and their average (again: back), for validation and saving, in all processes of the
  /// world together. Nothing without an average. When it throws, the weights are as they were before.
  void swap_average();
  /// Puts the weights back after swap_average(). Master weights that could not be written into the model (out
  /// of memory) are written by the next begin(), and what fails then is thrown there.
  void put_weights_back() noexcept;
  bool has_average() const { return ema_.has_value(); }

  optim::Optimizer& optimizer() { return *optimizer_; }
  optim::Ema* average() { return ema_ ? &*ema_ : nullptr; }
  optim::GradScaler& scaler() { return scaler_; }
  optim::LrSchedule& schedule() { return config_.schedule; }

 private:
  void publish_what_is_due();
  void begin_round();
  void clip_micro_batch();
  void update_within_backward(const optim::Parameter& parameter);
  double end_fused(int64_t step, bool losses_finite);

  TrainedWeights& weights_;
  int64_t round_ = 0;  ///< of this update
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

/// While it lives the averaged weights, if there are any, stand in the model.
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

}  // namespace fw::training
