// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include "kernels/adam.h"

namespace fw::optim {

/// Operands of one step of Adam: contiguous, on one device. Weight and gradient are float32 or bf16; moments
/// are float32, or codes with a scale per block.
struct AdamOperands {
  torch::Tensor weight, gradient, exp_avg, exp_avg_sq;
  torch::Tensor scale, scale_sq;  ///< undefined for float32 moments
};

/// View for the kernels; valid as long as the operands are.
kernels::AdamTensors arrays_of(const AdamOperands& operands);

/// The operator framewright::adam_step; available on every device that runs the CPU's operators. Cost: see
/// kernels/adam.h; asynchronous on a GPU.
void adam_step(const AdamOperands& operands, const kernels::AdamScalars& scalars);

}  // namespace fw::optim
