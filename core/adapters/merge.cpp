// SPDX-License-Identifier: Apache-2.0
#include "adapters/merge.h"

#include "base/error.h"
#include "base/file_tree.h"
#include "base/paths.h"
#include "nn/weight_check.h"
#include "tensor/checkpoint.h"
#include "tensor/dtype.h"
#include "tensor/finite.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

namespace fw::adapters {

namespace {

constexpr ErrorCode target_exists{"adapters.target_exists", FW_TEXT("errors", "{folder} already exists."),
                                  FW_TEXT("errors", "Choose a new folder."), Blame::input};
constexpr ErrorCode merged_too_large{
    "adapters.merged_too_large",
    FW_TEXT("errors", "{tensor} cannot be merged: its values leave the range of {dtype}."),
    FW_TEXT("errors",
            "Lower the weights of the LoRAs, or merge into a model that is stored in bf16 or fp32."),
    Blame::input};

void copy_other_files(const std::filesystem::path& from, const std::filesystem::path& to) {
  for (const auto& entry : std::filesystem::directory_iterator(from)) {
    const std::string name = entry.path().filename().string();
    const bool is_weights = name.find(".safetensors") != std::string::npos || name.ends_with(".bin");
    if (entry.is_regular_file() && !is_weights)
      copy_file(entry.path(), to / entry.path().filename(), Existing::refuse);
  }
}

}  // namespace

void merge(nn::Module& model, const std::filesystem::path& transformer,
           const std::vector<WeightedLora>& loras, const std::filesystem::path& target,
           const std::function<void(size_t done, size_t total)>& on_tensor) {
  const torch::NoGradGuard no_grad;
  const auto checkpoint = nn::fitting(model, tensor::Checkpoint::open(transformer));
  for (const WeightedLora& each : loras) check_fit(model, each.lora);
  std::error_code error;
  if (!std::filesystem::create_directories(target, error)) {
    throw Error(target_exists, {{"folder", to_utf8(target)}});
  }
  std::vector<safetensors::TensorInfo> tensors;
  for (const std::string& name : checkpoint.names()) {
    tensors.push_back({name, tensor::to_safetensors(checkpoint.copy_dtype(name)), checkpoint.shape(name)});
  }
  size_t done = 0;
  const auto merged = [&](const std::string& name) {
    if (on_tensor) on_tensor(done, tensors.size());
    ++done;
    const torch::Dtype dtype = checkpoint.copy_dtype(name);
    torch::Tensor change;
    const auto add = [&](const torch::Tensor& part) {
      change = change.defined() ? change.add_(part.cpu()) : part.cpu();
    };
    for (const WeightedLora& each : loras) {
      if (const auto whole = each.lora.changes.find(name); whole != each.lora.changes.end())
        add(whole->second.to(torch::kFloat32) * each.weight);
      if (!name.ends_with(".weight")) continue;
      const auto module = each.lora.modules.find(name.substr(0, name.size() - 7));
      if (module == each.lora.modules.end()) continue;
      const torch::Tensor unchanged = module->second.magnitude.defined()
                                          ? checkpoint.load(name, torch::kFloat32, torch::kCPU)
                                          : torch::Tensor();
      add(weight_change(module->second, unchanged).mul_(each.weight));
    }
    torch::Tensor weight = checkpoint.load(name, change.defined() ? torch::kFloat32 : dtype, torch::kCPU);
    nn::require_finite(weight, name, checkpoint);
    if (!change.defined()) return weight;
    weight = weight.add_(change).to(dtype);
    if (!tensor::is_finite(weight))
      throw Error(merged_too_large, {{"tensor", name}, {"dtype", tensor::dtype_text(dtype)}});
    return weight;
  };
  tensor::save_sharded(target, "diffusion_pytorch_model", tensors, merged);
  copy_other_files(transformer, target);
}

}  // namespace fw::adapters
