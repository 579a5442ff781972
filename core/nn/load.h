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
  std::vector<std::string> missing;     ///< the module has it, the list has not
  std::vector<std::string> unexpected;  ///< the list has it, the module has not
  std::vector<WrongShape> wrong_shape;

  bool empty() const { return missing.empty() && unexpected.empty() && wrong_shape.empty(); }
  /// One line a problem, e.g. "missing: proj_out.bias".
  std::vector<std::string> lines() const;
};

Mismatch compare(Module& module, const std::map<std::string, Shape>& available);
Mismatch compare(Module& module, const tensor::Checkpoint& checkpoint);

/// The types that slots are loaded in: one for all of them, or one by name, for networks that keep some in
/// float32 and for weights that are no floating-point numbers.
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
  /// Slots whose names begin so stay on the meta device; empty: none do.
  std::string_view without = {};
  /// Called before each tensor; may throw fw::Cancelled.
  std::function<void(size_t done, size_t total)> on_tensor;
};

/// Assigns every slot of `module`, read straight to its type and place.
/// @throws fw::Error nn.mismatch, which lists everything that is missing, unexpected or wrongly shaped,
/// before
///   anything is read; safetensors.read_failed
void load_parameters(Module& module, const tensor::Checkpoint& checkpoint, const SlotTypes& types,
                     torch::Device device, const LoadOptions& options = {});

/// The same from a component's folder. In a dry run (tensor::DryRun) no weights need be there: every
/// slot becomes a meta tensor, in host memory where `device` is the CPU.
void load_parameters(Module& module, const std::filesystem::path& folder, const SlotTypes& types,
                     torch::Device device, const LoadOptions& options = {});

/// Gives every slot uninitialised memory of its shape: for models that are filled by other means.
void allocate_parameters(Module& module, const SlotTypes& types, torch::Device device,
                         const LoadOptions& options = {});

/// How a component of a model is loaded.
struct ComponentOptions {
  torch::Dtype dtype = torch::kFloat32;  ///< of the weights and so of the arithmetic
  torch::Device device = torch::kCPU;    ///< that computes
  std::string_view without = {};         ///< see LoadOptions
  bool weights_on_host = false;          ///< leaves them in host memory: see memory::BlockStreamer
  /// Keeps the linear layers of the network's blocks in few bits: frozen. Their codes are made once: see
  /// LowBitFiles.
  std::optional<LowBit> low_bit = {};
  std::function<void(const std::string& text)> on_low_bit = {};  ///< told what that changed
  std::stop_token stop = {};  ///< looked at between two tensors, and by encoders between two blocks
  std::function<void(size_t done, size_t total)> on_tensor = {};  ///< may throw fw::Cancelled
};

/// @param block_lists  paths of the module's lists of blocks, which ComponentOptions::low_bit means
/// @throws as load_parameters; with low_bit as LowBitFiles, too; fw::Cancelled between two tensors
void load_component(Module& module, const std::filesystem::path& folder, const ComponentOptions& options,
                    const std::vector<std::string>& block_lists = {});

/// Builds the module that a component's folder describes on the meta device and fills it.
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
