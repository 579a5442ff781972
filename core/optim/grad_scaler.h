// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fw::optim {

/// Loss scaling for fp16 (Micikevicius et al. 2018): multiplies the loss so that small gradients stay within
/// the type's range; a step that overflows is skipped and the scale halved, and after `interval` consecutive
/// good steps it is doubled. Constants as in torch.amp.GradScaler. Thread: one at a time.
class GradScaler {
 public:
  static constexpr double first_scale = 65536;
  static constexpr int64_t interval = 2000;

  double scale() const { return scale_; }
  /// @param finite  whether the step's gradients were finite
  void update(bool finite) {
    good_steps_ = finite ? good_steps_ + 1 : 0;
    if (!finite) scale_ /= 2;
    if (good_steps_ == interval) {
      scale_ *= 2;
      good_steps_ = 0;
    }
  }

  int64_t good_steps() const { return good_steps_; }
  void restore(double scale, int64_t good_steps) {
    scale_ = scale;
    good_steps_ = good_steps;
  }

 private:
  double scale_ = first_scale;
  int64_t good_steps_ = 0;
};

}  // namespace fw::optim
