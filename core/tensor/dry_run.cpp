// SPDX-License-Identifier: Apache-2.0
#include "tensor/dry_run.h"

#include "tensor/device.h"
#include "tensor/libtorch.h"

#include <utility>

namespace fw::tensor {

namespace {

thread_local std::optional<torch::DeviceType> thread_target;
thread_local std::string thread_capability;

}  // namespace

DryRun::DryRun(torch::DeviceType target, std::string compute_capability)
    : before_(std::exchange(thread_target, target)),
      capability_before_(std::exchange(thread_capability, std::move(compute_capability))) {}
DryRun::~DryRun() {
  thread_target = before_;
  thread_capability = capability_before_;
}

bool DryRun::active() {
  return thread_target.has_value();
}

torch::DeviceType DryRun::target() {
  return thread_target.value_or(torch::kCPU);
}

const std::string& DryRun::compute_capability() {
  return thread_capability;
}

bool computes_on_device(const torch::Tensor& x) {
  return x.is_meta() ? DryRun::target() != torch::kCPU : is_accelerator(x.device());
}

torch::Tensor to_host(const torch::Tensor& x, std::optional<torch::Dtype> dtype) {
  const torch::Dtype wanted = dtype.value_or(x.scalar_type());
  if (!x.is_meta()) return x.to(torch::kCPU, wanted);
  if (DryRun::target() == torch::kCPU) return x.to(wanted);
  return torch::empty(x.sizes(), torch::TensorOptions(wanted));
}

double read_back(const torch::Tensor& scalar, double dry_value) {
  return scalar.is_meta() ? dry_value : scalar.item<double>();
}

torch::Tensor draw_normal(torch::IntArrayRef shape, torch::Generator generator) {
  if (DryRun::active()) return example_input(shape, torch::kFloat32);
  return torch::randn(shape, std::move(generator), torch::TensorOptions(torch::kFloat32));
}

torch::Tensor example_input(torch::IntArrayRef shape, torch::Dtype dtype) {
  const bool on_meta = DryRun::active() && DryRun::target() == torch::kCPU;
  return torch::empty(shape, torch::TensorOptions(dtype).device(on_meta ? torch::kMeta : torch::kCPU));
}

}  // namespace fw::tensor
