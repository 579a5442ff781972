// SPDX-License-Identifier: Apache-2.0
#include "adapters/merge.h"

#include "base/error.h"
#include "base/file_tree.h"
#include "base/join.h"
#include "base/paths.h"
#include "tensor/checkpoint.h"
#include "tensor/dtype.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

namespace fw::adapters {

namespace {

constexpr ErrorCode target_exists{"adapters.target_exists", FW_TEXT("errors", "{folder} already exists."),
                                  FW_TEXT("errors", "Choose a new folder."), Blame::input};

std::string weight_name(const std::string& path) {
  return path + ".weight";
}

void check_fit(const tensor::Checkpoint& checkpoint, const std::vector<WeightedLora>& loras) {
  std::string problems;
  for (const WeightedLora& each : loras) {
    for (const auto& [path, module] : each.lora.modules) {
      const std::string name = weight_name(path);
      const std::vector<int64_t> shape{module.B.size(0), module.A.size(1)};
      if (!checkpoint.contains(name) || checkpoint.shape(name) != shape) {
        append_item(problems, name + (checkpoint.contains(name) ? " has another shape" : " is missing in it"),
                    "; ");
      }
    }
  }
  if (!problems.empty()) throw Error(does_not_fit, {{"problems", problems}});
}

void copy_other_files(const std::filesystem::path& from, const std::filesystem::path& to) {
  for (const auto& entry : std::filesystem::directory_iterator(from)) {
    const std::string name = entry.path().filename().string();
    const bool is_weights = name.find(".safetensors") != std::string::npos || name.ends_with(".bin");
    if (entry.is_regular_file() && !is_weights)
      copy_file(entry.path(), to / entry.path().filename(), Existing::refuse);
  }
}

}  // namespace

void merge(const std::filesystem::path& transformer, const std::vector<WeightedLora>& loras,
           const std::filesystem::path& target,
           const std::function<void(size_t done, size_t total)>& on_tensor) {
  const torch::NoGradGuard no_grad;
  const auto checkpoint = tensor::Checkpoint::open(transformer);
  check_fit(checkpoint, loras);
  std::error_code error;
  if (!std::filesystem::create_directories(target, error)) {
    throw Error(target_exists, {{"folder", to_utf8(target)}});
  }
  std::vector<safetensors::TensorInfo> tensors;
  for (const std::string& name : checkpoint.names()) {
    tensors.push_back({name, tensor::to_safetensors(checkpoint.dtype(name)), checkpoint.shape(name)});
  }
  size_t done = 0;
  const auto merged = [&](const std::string& name) {
    if (on_tensor) on_tensor(done, tensors.size());
    ++done;
    const torch::Dtype dtype = checkpoint.dtype(name);
    torch::Tensor change;
    for (const WeightedLora& each : loras) {
      if (!name.ends_with(".weight")) break;
      const auto module = each.lora.modules.find(name.substr(0, name.size() - 7));
      if (module == each.lora.modules.end()) continue;
      auto part = weight_change(module->second).mul_(each.weight);
      change = change.defined() ? change.add_(part) : part;
    }
    if (!change.defined()) return checkpoint.load(name, dtype, torch::kCPU);
    return checkpoint.load(name, torch::kFloat32, torch::kCPU).add_(change.cpu()).to(dtype);
  };
  tensor::save_sharded(target, "diffusion_pytorch_model", tensors, merged);
  copy_other_files(transformer, target);
}

}  // namespace fw::adapters
