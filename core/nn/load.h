// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>

#include "nn/module.h"
#include "tensor/checkpoint.h"

namespace fw::nn {

using Shape = std::vector<int64_t>;

/// How a list of named shapes (a checkpoint, a manifest) differs from the slots of a module.
struct Mismatch {
  struct WrongShape {
    std::string name;
    Shape wanted, found;
  };
  std::vector<std::string> missing;     ///< the module has it, the list has not
  std::vector<std::string> unexpected;  ///< the list has it, the module has not
  std::vector<WrongShape> wrong_shape;

  bool empty() const { return missing.empty() && unexpected.empty() && wrong_shape.empty(); }
  /// One line a problem, e.g. "missing: proj_out.bias".
  std::vector<std::string> lines() const;
};

Mismatch compare(Module& module, const std::map<std::string, Shape>& available);
Mismatch compare(Module& module, const tensor::Checkpoint& checkpoint);

struct LoadOptions {
  tensor::Placement placement = tensor::Placement::device;
  tensor::Role role = tensor::Role::weights;
  /// Called before each tensor; may throw fw::Cancelled.
  std::function<void(size_t done, size_t total)> on_tensor;
};

/// Assigns every slot of `module`, read straight to its dtype and place.
/// @throws fw::Error nn.mismatch, which lists everything that is missing, unexpected or wrongly shaped,
/// before
///   anything is read; safetensors.read_failed
void load_parameters(Module& module, const tensor::Checkpoint& checkpoint, torch::Dtype dtype,
                     torch::Device device, const LoadOptions& options = {});

/// The same from a component's folder. In a rehearsal (tensor::Rehearsal) no weights need be there: every
/// slot becomes a meta tensor, in host memory where `device` is the CPU.
void load_parameters(Module& module, const std::filesystem::path& folder, torch::Dtype dtype,
                     torch::Device device, const LoadOptions& options = {});

/// Gives every slot uninitialised memory of its shape: for models that are filled by other means.
void allocate_parameters(Module& module, torch::Dtype dtype, torch::Device device,
                         const LoadOptions& options = {});

}  // namespace fw::nn
