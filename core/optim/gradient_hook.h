// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>

namespace fw::optim {

/// While it lives, `call` runs each time when autograd has summed a backward pass's gradient into a leaf, on
/// the thread of that pass. A leaf has room for one.
class GradientHook {
 public:
  GradientHook(torch::Tensor leaf, std::function<void()> call);
  ~GradientHook();
  GradientHook(GradientHook&&) = default;
  GradientHook& operator=(GradientHook&&) = delete;

 private:
  torch::Tensor leaf_;
};

}  // namespace fw::optim
