// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include "kernels/adam.h"

namespace fw::optim {

/// What one step of Adam reads and changes: contiguous, on one device. The weight is float32 or bf16, the
/// gradient too; moments are float32, or codes with a scale a block.
struct AdamOperands {
  torch::Tensor weight, gradient, exp_avg, exp_avg_sq;
  torch::Tensor scale, scale_sq;  ///< undefined: the moments are float32
};

/// The same as the kernels take it: valid as long as the operands are.
kernels::AdamTensors arrays_of(const AdamOperands& operands);

/// The operator framewright::adam_step, so that every device that knows the CPU's operators has it. Cost: see
/// kernels/adam.h; on a GPU the call returns before the step is done.
void adam_step(const AdamOperands& operands, const kernels::AdamScalars& scalars);

}  // namespace fw::optim
