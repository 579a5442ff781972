// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalog/model_choices.h"
#include "schedulers/flow_match.h"

namespace fw::schedulers {

using catalog::FlowWeighting;

struct FlowSettings {
  FlowWeighting weighting = FlowWeighting::none;
  double logit_mean = 0, logit_std = 1;
  double mode_scale = 1.29;
  double beta_alpha = 2, beta_beta = 2;
  FlowMatchConfig schedule = {};  ///< for training; its shift may differ from that of sampling
};

/// Relative positions in the training sigmas, one per sample: [count] float32 in 0 to 1 on the CPU.
/// Consumes `count` random numbers, normal for logit_normal, uniform otherwise; for beta any number.
torch::Tensor draw_places(const FlowSettings& settings, int64_t count, torch::Generator& generator);
/// Positions of logit_normal. @param normal  standard normal
torch::Tensor logistic_places(const FlowSettings& settings, const torch::Tensor& normal);
/// Positions of mode. @param u  uniform
torch::Tensor mode_places(const FlowSettings& settings, const torch::Tensor& u);
/// The training sigmas at positions of draw_places(). @param tokens  for use_dynamic_shifting
torch::Tensor sigmas_at(const FlowSettings& settings, const torch::Tensor& places, int64_t tokens = 0);

/// Draws one sigma per sample from training_sigmas(), with the random numbers of draw_places().
/// @param tokens  per sample, for use_dynamic_shifting
/// @return        [count] float32 on the CPU
torch::Tensor draw_sigmas(const FlowSettings& settings, int64_t count, int64_t tokens,
                          torch::Generator generator);

/// @return  float32, shaped like `sigmas`
torch::Tensor loss_weights(const FlowSettings& settings, const torch::Tensor& sigmas);

/// The integer timestep of a sigma, truncated in float32 like in trainers: 501 and not 502 for 0.502.
/// @return  int64, shaped like `sigmas`
torch::Tensor whole_timesteps(const torch::Tensor& sigmas);

/// (1 - s) x + s noise. @param sigmas  [B], or a shape that broadcasts to that of `x`
torch::Tensor add_noise(const torch::Tensor& x, const torch::Tensor& noise, const torch::Tensor& sigmas);

}  // namespace fw::schedulers
