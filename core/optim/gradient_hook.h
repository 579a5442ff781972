// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <functional>

namespace fw::optim {

/// While alive, calls `call` each time autograd has accumulated a backward pass's gradient into a leaf, on
/// the thread of that pass. Only one hook per leaf.
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
