// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "schedulers/flow_training.h"
#include "tensor/libtorch.h"

namespace fw::families {

/// Training timesteps in a trainer's convention: how they are drawn and what the network receives.
struct FlowTimesteps {
  schedulers::FlowSettings flow;  ///< distribution and shift
  bool whole = false;             ///< noise levels are those of whole timesteps; false: any
  double offset = 0;              ///< added to the network's time input
  double uniform_share = 0;       ///< of draws that are uniform, whatever the distribution
  double least = 0, most = 1;     ///< range, as noise levels
  bool drops = true;              ///< redraws values outside the range; false: scales all into the range

  /// Takes uniform values where `choice`, uniform too, is not above `share`. All are [n].
  static torch::Tensor mixed(const torch::Tensor& places, const torch::Tensor& choice,
                             const torch::Tensor& uniform, double share) {
    return torch::where(choice > share, places, uniform);
  }
  /// Noise levels, including those outside the range if `drops`. @param places  [n] in 0..1, from `flow`
  torch::Tensor sigmas(const torch::Tensor& places) const;
  /// Marks the noise levels within the range. @return  [n] bool
  torch::Tensor within(const torch::Tensor& sigmas) const;
  /// The network's time input at each noise level. @return  float32
  torch::Tensor of_sigmas(const torch::Tensor& sigmas) const;
  /// Draws noise levels.
  /// @param border  noise level of the boundary: all draws fall on the same side as the first one; 0: none
  /// @return [count] float32 within the range, on the CPU
  torch::Tensor draw(int64_t count, double border, torch::Generator& generator) const;
  /// Without this check, a range that no draw falls into would be drawn from forever.
  /// @throws fw::Error families.no_timesteps
  void check_range() const;
};

}  // namespace fw::families
