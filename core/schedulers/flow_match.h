// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "schedulers/sampler.h"

namespace fw::schedulers {

/// scheduler_config.json of flow matching: x_s = (1 - s) x + s noise with s (sigma) from 1 to 0, and a
/// network that predicts noise - x (Lipman et al. 2022; Esser et al. 2024, section 3).
struct FlowMatchConfig {
  int64_t num_train_timesteps = 1000;
  double shift = 1;  ///< maps each sigma s to shift s / (1 + (shift - 1) s)
  /// Clips with more tokens get more of their steps at high noise: e^mu replaces `shift`, where mu increases
  /// linearly from base_shift at base_image_seq_len tokens to max_shift at max_image_seq_len tokens.
  bool use_dynamic_shifting = false;
  double base_shift = 0.5, max_shift = 1.15;
  int64_t base_image_seq_len = 256, max_image_seq_len = 4096;
  std::optional<double> shift_terminal;  ///< target to which the last sigma is stretched, before the final 0
  bool invert_sigmas = false;            ///< time runs from 0 to 1, and the network predicts x - noise

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static FlowMatchConfig from_json(const nlohmann::json& json);
  double mu(int64_t tokens) const;
  /// @param sigmas  float32, any shape @param mu  only for use_dynamic_shifting
  torch::Tensor shifted(const torch::Tensor& sigmas, double mu) const;
};

/// The sigmas that the network was trained at, descending: [num_train_timesteps] float32.
torch::Tensor training_sigmas(const FlowMatchConfig& config, double mu = 0);

/// How steps are spread over sigma before any shift.
enum class SigmaSpacing {
  linear = 1,        ///< 1, (n - 1) / n ... 1 / n
  linear_quadratic,  ///< half of the steps down to 1 - 0.025, then a parabola (Genmo 2024)
  training_range,    ///< from the first to the last of training_sigmas(), then shifted a second time:
                     ///< diffusers' set_timesteps() without sigmas
  original,          ///< as a family's original code has it, where that differs from diffusers
};

/// @return  float32, descending, one per step; without the final sigma
/// @throws fw::Error schedulers.bad_step_count
std::vector<float> spaced_sigmas(SigmaSpacing spacing, int64_t steps, const FlowMatchConfig& config);

/// Euler's method along the flow: diffusers' FlowMatchEulerDiscreteScheduler.
class FlowMatchEuler : public Sampler {
 public:
  /// @param sigmas  from spaced_sigmas() @param mu  only for use_dynamic_shifting
  FlowMatchEuler(const FlowMatchConfig& config, const std::vector<float>& sigmas, double mu = 0);

  /// Shifted; one more than there are steps: step i goes from entry i to entry i + 1.
  const std::vector<float>& sigmas() const { return sigmas_; }
  std::vector<double> flow_sigmas() const override { return {sigmas_.begin(), sigmas_.end()}; }
  bool needs_noise() const override { return false; }
  Step step(size_t index, const torch::Tensor& model_output, const torch::Tensor& sample,
            const torch::Tensor& noise) override;
  /// A step with a separate time for each token: goes to the largest scheduled sigma below it.
  /// @param model_output, sample  [B, S, C] float32 @param timesteps  [B, S] float32
  /// @return                      [B, S, C]
  torch::Tensor step_per_token(const torch::Tensor& model_output, const torch::Tensor& sample,
                               const torch::Tensor& timesteps) const;

 private:
  FlowMatchEuler(int64_t num_train_timesteps, std::vector<float> sigmas);

  int64_t num_train_timesteps_;
  std::vector<float> sigmas_;
};

}  // namespace fw::schedulers
