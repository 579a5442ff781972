// SPDX-License-Identifier: Apache-2.0
#include "optim/gradient_hook.h"

#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>
#include "tensor/libtorch.h"

#include <utility>

namespace fw::optim {

namespace {

class Caller : public torch::autograd::PostAccumulateGradHook {
 public:
  explicit Caller(std::function<void()> call) : call_(std::move(call)) {}
  void operator()(const torch::autograd::Variable&) override { call_(); }

 private:
  std::function<void()> call_;
};

}  // namespace

GradientHook::GradientHook(torch::Tensor leaf, std::function<void()> call) : leaf_(std::move(leaf)) {
  TORCH_INTERNAL_ASSERT(!torch::autograd::impl::post_acc_grad_hooks(leaf_));
  torch::autograd::impl::set_post_acc_grad_hooks(leaf_, std::make_unique<Caller>(std::move(call)));
}

GradientHook::~GradientHook() {
  if (leaf_.defined()) torch::autograd::impl::set_post_acc_grad_hooks(leaf_, nullptr);
}

}  // namespace fw::optim
