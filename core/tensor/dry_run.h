// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <optional>
#include <string>

namespace fw::tensor {

/// A dry run runs the real code on the meta device, where tensors have shapes and no memory, to learn what
/// it will need. While one lives on a thread, that thread's code reads nothing back from tensors, draws no
/// random numbers and takes no times, and kernels on the meta device keep and use what those of `target`
/// keep and use. Everything else is the production code.
/// Thread: counts for the thread that made it only; a run may go on on another.
class DryRun {
 public:
  /// @param target              the kind of device to simulate
  /// @param compute_capability  of a CUDA card, such as "8.9", by which kernels are chosen; empty: not known
  explicit DryRun(torch::DeviceType target, std::string compute_capability = {});
  ~DryRun();
  DryRun(const DryRun&) = delete;
  DryRun& operator=(const DryRun&) = delete;

  static bool active();
  /// CPU outside of dry runs.
  static torch::DeviceType target();
  static const std::string& compute_capability();

 private:
  std::optional<torch::DeviceType> before_;
  std::string capability_before_;
};

/// Whether what is computed with `x` is computed on a device that is not the CPU, or would be in a dry run.
bool computes_on_device(const torch::Tensor& x);

/// x.cpu(), in `dtype` when it is given. In a dry run the tensor that it would be, without values: of CUDA
/// an uninitialised one on the CPU, whose pages nobody touches.
torch::Tensor to_host(const torch::Tensor& x, std::optional<torch::Dtype> dtype = std::nullopt);

/// The value of a tensor with one element; in a dry run `dry_value`. Waits for a GPU.
double read_back(const torch::Tensor& scalar, double dry_value);

/// Standard normal float32 numbers from `generator` (of the CPU, so that a seed means the same everywhere),
/// on the CPU. In a dry run of the CPU a meta tensor, of CUDA an uninitialised one.
torch::Tensor draw_normal(torch::IntArrayRef shape, torch::Generator generator);

/// An uninitialised tensor in the place of what comes from outside of the networks. In a dry run as
/// draw_normal() gives it, else on the CPU.
torch::Tensor example_input(torch::IntArrayRef shape, torch::Dtype dtype);

}  // namespace fw::tensor
