// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>

#include "base/error.h"
#include "base/json_text.h"
#include "nn/low_bit.h"
#include "nn/module.h"
#include "tensor/checkpoint.h"
#include "tensor/placement.h"

namespace fw::nn {

using Shape = std::vector<int64_t>;

/// How a list of named shapes (a checkpoint, a manifest) differs from the slots of a module.
struct Mismatch {
  struct WrongShape {
    std::string name;
    Shape wanted, found;
  };
  std::vector<std::string> missing;     ///< in the module, but not in the list
  std::vector<std::string> unexpected;  ///< in the list, but not in the module
  std::vector<WrongShape> wrong_shape;

  bool empty() const { return missing.empty() && unexpected.empty() && wrong_shape.empty(); }
  /// One line per problem, e.g. "missing: proj_out.bias".
  std::vector<std::string> lines() const;
};

Mismatch compare(Module& module, const std::map<std::string, Shape>& available);
Mismatch compare(Module& module, const tensor::Checkpoint& checkpoint);

/// Types in which slots are loaded: one for all, or one per name, for networks that keep some in float32 and
/// for weights that are not floating-point.
class SlotTypes {
 public:
  SlotTypes(torch::Dtype all) : all_(all) {}
  explicit SlotTypes(std::function<torch::Dtype(const std::string& name)> of) : of_(std::move(of)) {}
  torch::Dtype operator()(const std::string& name) const { return of_ ? of_(name) : all_; }

 private:
  torch::Dtype all_ = torch::kFloat32;
  std::function<torch::Dtype(const std::string& name)> of_;
};

struct LoadOptions {
  tensor::Placement placement = tensor::Placement::device;
  tensor::Role role = tensor::Role::weights;
  /// Slots whose names have this prefix stay on the meta device; empty: none.
  std::string_view without = {};
  /// Called before each tensor; may throw fw::Cancelled.
  std::function<void(size_t done, size_t total)> on_tensor;
};

/// Reads every slot of `module` directly in its type and onto its device.
/// @throws fw::Error nn.mismatch, which lists everything missing, unexpected or of the wrong shape, before
///   anything is read; safetensors.read_failed
void load_parameters(Module& module, const tensor::Checkpoint& checkpoint, const SlotTypes& types,
                     torch::Device device, const LoadOptions& options = {});

/// Loads from a component's folder. In a dry run (tensor::DryRun) the weights need not exist: every slot
/// becomes a meta tensor, counted as host memory if `device` is the CPU.
void load_parameters(Module& module, const std::filesystem::path& folder, const SlotTypes& types,
                     torch::Device device, const LoadOptions& options = {});

/// Gives every slot uninitialised memory of its shape, for models that are filled by other means.
void allocate_parameters(Module& module, const SlotTypes& types, torch::Device device,
                         const LoadOptions& options = {});

/// Options for loading a component of a model.
struct ComponentOptions {
  torch::Dtype dtype = torch::kFloat32;  ///< of the weights and so of the computation
  torch::Device device = torch::kCPU;    ///< that computes
  std::string_view without = {};         ///< see LoadOptions
  bool weights_on_host = false;          ///< leaves the weights in host memory: see memory::BlockStreamer
  /// Quantizes and freezes the linear layers of the network's blocks. The codes are computed once: see
  /// LowBitFiles.
  std::optional<LowBit> low_bit = {};
  std::function<void(const std::string& text)> on_low_bit = {};  ///< receives a summary of the change
  std::stop_token stop = {};  ///< checked between tensors; encoders also check it between blocks
  std::function<void(size_t done, size_t total)> on_tensor = {};  ///< may throw fw::Cancelled
};

/// Every slot keeps the type that it was built with.
/// @param block_lists  paths of the module's lists of blocks that ComponentOptions::low_bit applies to
/// @throws as load_parameters, and with low_bit as LowBitFiles; fw::Cancelled between two tensors
void load_component(Module& module, const std::filesystem::path& folder, const ComponentOptions& options,
                    const std::vector<std::string>& block_lists = {});

/// Builds the module that a component's folder describes on the meta device and loads it.
/// @tparam Config  has from_json(), which throws nn.bad_config
/// @throws fw::Error base.bad_json, as load_parameters; fw::Cancelled between two tensors. Thread: any.
template <class Model, class Config>
std::unique_ptr<Model> load_component(const std::filesystem::path& folder, const ComponentOptions& options) {
  const tensor::PhaseScope phase(tensor::Phase::loading);
  const auto config = Config::from_json(read_json(folder / "config.json"));
  auto model = std::make_unique<Model>(config, torch::TensorOptions(torch::kMeta).dtype(options.dtype));
  if constexpr (requires { model->block_lists(); })
    load_component(*model, folder, options, model->block_lists());
  else
    load_component(*model, folder, options);
  return model;
}

}  // namespace fw::nn
