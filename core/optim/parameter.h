// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <map>
#include <string>
#include <vector>

namespace fw::optim {

/// One trained tensor: float32 or bf16, contiguous, a leaf that requires a gradient.
struct Parameter {
  std::string name;  ///< name in its file; unique
  torch::Tensor tensor;
  double lr_factor = 1;  ///< its learning rate, relative to that of the run
};

/// The state of an optimizer or average, as stored in a checkpoint.
using StateTensors = std::map<std::string, torch::Tensor>;

}  // namespace fw::optim
