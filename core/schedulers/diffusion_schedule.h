// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/libtorch.h"

#include <nlohmann/json.hpp>
#include <vector>

namespace fw::schedulers {

/// How sampling steps are spread over the training timesteps (Lin et al. 2023, table 2).
enum class TimestepSpacing { leading, linspace, trailing };

/// scheduler/scheduler_config.json of a discrete diffusion with v-prediction.
struct DiffusionScheduleConfig {
  int64_t num_train_timesteps = 1000;
  double beta_start = 0.00085;
  double beta_end = 0.012;
  bool set_alpha_to_one = true;
  int64_t steps_offset = 0;
  TimestepSpacing timestep_spacing = TimestepSpacing::leading;
  bool rescale_betas_zero_snr = false;
  double snr_shift_scale = 3.0;

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static DiffusionScheduleConfig from_json(const nlohmann::json& json);
};

/// A discrete noise schedule: x_t = sqrt(a_t) x + sqrt(1 - a_t) noise, with "scaled linear" betas;
/// signal-to-noise ratios are shifted and then rescaled so that the last timestep is pure noise (Lin et al.
/// 2023). All scalars are float64. Thread: any.
class DiffusionSchedule {
 public:
  explicit DiffusionSchedule(const DiffusionScheduleConfig& config);

  /// a_t of every training timestep.
  const std::vector<double>& alphas_cumprod() const { return alphas_cumprod_; }
  double alpha(int64_t timestep) const { return alphas_cumprod_.at(static_cast<size_t>(timestep)); }
  /// The target of a sampling step from t: t - num_train_timesteps / steps, rounded down. This is not the
  /// next timestep in the list; negative if the step ends at the clean sample.
  int64_t previous_timestep(int64_t timestep, int64_t steps) const;
  /// a of previous_timestep().
  double previous_alpha(int64_t timestep, int64_t steps) const;

  /// The timesteps of a sampling run, descending.
  /// @throws fw::Error schedulers.bad_step_count for fewer than 1 or more than num_train_timesteps
  std::vector<int64_t> timesteps(int64_t steps) const;

  /// @param x, noise    [B, ...], the same shape
  /// @param timesteps   int64 [B]
  /// Rounds a_t to float32 first, like training with diffusers.
  torch::Tensor add_noise(const torch::Tensor& x, const torch::Tensor& noise,
                          const torch::Tensor& timesteps) const;
  /// v = sqrt(a_t) noise - sqrt(1 - a_t) x.
  torch::Tensor velocity(const torch::Tensor& x, const torch::Tensor& noise,
                         const torch::Tensor& timesteps) const;

  /// sqrt(a_t) and sqrt(1 - a_t), each [B] float32.
  struct Shares {
    torch::Tensor signal, noise;
  };
  Shares shares(const torch::Tensor& timesteps) const;

  /// Moves lookup tables to a device, so that the functions above do not transfer them at each call.
  void move_to(torch::Device device) { alphas_ = alphas_.to(device); }

  const DiffusionScheduleConfig& config() const { return config_; }

 private:
  /// Shaped to scale `x`.
  Shares shares_for(const torch::Tensor& x, const torch::Tensor& timesteps) const;

  DiffusionScheduleConfig config_;
  std::vector<double> alphas_cumprod_;
  torch::Tensor alphas_;  ///< the same in float32
};

}  // namespace fw::schedulers
