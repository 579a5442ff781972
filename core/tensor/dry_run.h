// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <optional>
#include <string>

namespace fw::tensor {

/// A dry run executes the production code on the meta device, where tensors have shapes but no memory, to
/// determine its needs. During a dry run, the thread's code does not read values back from tensors, draw
/// random numbers or measure times, and kernels on the meta device allocate as much as those of `target`.
/// Thread: affects only the thread that created it; a real run may continue on another thread.
class DryRun {
 public:
  /// @param target              the type of device to simulate
  /// @param compute_capability  of a CUDA GPU, such as "8.9", for the choice of kernels; empty: unknown
  explicit DryRun(torch::DeviceType target, std::string compute_capability = {});
  ~DryRun();
  DryRun(const DryRun&) = delete;
  DryRun& operator=(const DryRun&) = delete;

  static bool active();
  /// CPU outside dry runs.
  static torch::DeviceType target();
  static const std::string& compute_capability();

 private:
  std::optional<torch::DeviceType> before_;
  std::string capability_before_;
};

/// True if operations on `x` run on a device other than the CPU, or would do so in a dry run.
bool computes_on_device(const torch::Tensor& x);

/// x.cpu(), converted to `dtype` if given. In a dry run a tensor of that shape without values; when
/// simulating CUDA, an uninitialised CPU tensor whose pages are never touched.
torch::Tensor to_host(const torch::Tensor& x, std::optional<torch::Dtype> dtype = std::nullopt);

/// The value of a tensor with one element; in a dry run `dry_value`. Waits for a GPU.
double read_back(const torch::Tensor& scalar, double dry_value);

/// Standard normal float32 numbers on the CPU. `generator` is a CPU generator, so that a seed gives the same
/// numbers on all devices. In a dry run of the CPU a meta tensor, in one of CUDA an uninitialised CPU tensor.
torch::Tensor draw_normal(torch::IntArrayRef shape, torch::Generator generator);

/// An uninitialised tensor in place of a network's input. On the same device as the result of draw_normal()
/// in a dry run, otherwise on the CPU.
torch::Tensor example_input(torch::IntArrayRef shape, torch::Dtype dtype);

}  // namespace fw::tensor
