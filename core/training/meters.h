// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engine_api/events.h"
#include "training/checkpoint.h"
#include "training/optimizer_step.h"

namespace fw::training {

using Clock = std::chrono::steady_clock;
inline double seconds_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

/// How one step spent its time.
struct StepTimes {
  double data_wait_s = 0;
  double compute_s = 0;  ///< forward, backward, optimizer
  double total_s = 0;
  bool first_of_shape = false;  ///< kernels were selected and memory was allocated in it
  double work = 0;              ///< elements of its latents, which predict its duration; 0: as any other step
};

/// Metrics of one sample in a step, on the host.
struct SampleLoss {
  std::string id;
  double timestep = 0;  ///< 0 clean to 1000 noise
  double loss = 0;
  std::optional<double> sound = {};  ///< loss of its sound, before it is weighted; nullopt: it has none
};

/// Turns steps into metrics. Thread: the training thread.
class Meters {
 public:
  explicit Meters(torch::Device device) : device_(device) {}

  /// Returns the `values` of a metrics event: loss, loss_average (exponential, bias-corrected), loss by range
  /// of timesteps, loss_sound if there is any, lr, grad_norm, speed, memory, seconds_left.
  /// @param state  after the step just done; its running average is updated
  engine_api::Figures step(TrainState& state, const OptimizerStep::Result& result,
                           const std::vector<SampleLoss>& losses, const StepTimes& times,
                           int64_t total_steps);

  /// Ignores the first step of each batch shape once there is another one.
  double steps_per_hour() const { return seconds_per_step_ > 0 ? 3600 / seconds_per_step_ : 0; }
  /// Sets the work of a typical step, since buckets may differ much. @param work  as in StepTimes
  void expect(double work) { usual_work_ = work; }
  /// Duration of a typical step.
  double seconds_per_step() const { return work_ > 0 ? seconds_per_step_ * usual_work_ / work_ : 0; }
  double seconds_left(int64_t steps) const { return static_cast<double>(steps) * seconds_per_step(); }
  uint64_t vram_allocated_bytes() const { return vram_allocated_bytes_; }
  /// Memory in use on the device; of this process if the device is the CPU.
  uint64_t memory_bytes() const;

 private:
  void time(const StepTimes& times);
  void add_memory(engine_api::Figures& values);

  torch::Device device_;
  double seconds_per_step_ = 0;
  double work_ = 0;  ///< of the same steps as seconds_per_step_
  double usual_work_ = 1;
  double weight_ = 0;
  bool is_timed_ = false;  ///< from steps that are not the first of their shape
  uint64_t vram_allocated_bytes_ = 0;
};

}  // namespace fw::training
