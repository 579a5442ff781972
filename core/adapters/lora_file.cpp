// SPDX-License-Identifier: Apache-2.0
#include "adapters/lora_file.h"

#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "base/paths.h"
#include "model_files/peft_metadata.h"
#include "tensor/checkpoint.h"
#include "tensor/save.h"

namespace fw::adapters {

namespace {

using model_files::PeftMetadata;

constexpr ErrorCode bad_lora{
    "adapters.bad_lora", FW_TEXT("errors", "{file} is no LoRA of this model: {problems}."),
    FW_TEXT("errors", "Readable are LoRA files in the key formats of diffusers, ComfyUI and kohya."),
    Blame::input};

/// The most frequent value, so that few modules need a pattern of their own.
template <typename Number>
Number most_frequent(const std::map<std::string, LoraModule>& modules, Number (*of)(const LoraModule&)) {
  std::map<Number, int> counts;
  for (const auto& [path, module] : modules) ++counts[of(module)];
  const auto best = std::max_element(counts.begin(), counts.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return best == counts.end() ? Number(1) : best->first;
}

std::string peft_metadata(const Lora& lora) {
  const auto rank = most_frequent<int64_t>(lora.modules, [](const LoraModule& m) { return m.rank(); });
  const auto alpha = most_frequent<double>(lora.modules, [](const LoraModule& m) { return m.alpha; });
  nlohmann::json ranks = nlohmann::json::object(), alphas = nlohmann::json::object();
  std::vector<std::string> targets;
  const auto number = [](double value) {
    return value == std::floor(value) ? nlohmann::json(static_cast<int64_t>(value)) : nlohmann::json(value);
  };
  for (const auto& [path, module] : lora.modules) {
    if (module.rank() != rank) ranks[path] = module.rank();
    if (module.alpha != alpha) alphas[path] = number(module.alpha);
    targets.push_back(path);
  }
  const nlohmann::json json = {{"transformer.peft_type", "LORA"},
                               {"transformer.r", rank},
                               {"transformer.lora_alpha", number(alpha)},
                               {"transformer.target_modules", targets},
                               {"transformer.rank_pattern", ranks},
                               {"transformer.alpha_pattern", alphas},
                               {"transformer.bias", "none"},
                               {"transformer.lora_dropout", 0.0},
                               {"transformer.use_dora", false},
                               {"transformer.use_rslora", false},
                               {"transformer.init_lora_weights", true}};
  return json.dump(2);
}

class Reader {
 public:
  Reader(const std::filesystem::path& file, const std::vector<std::string>& paths)
      : name_(to_utf8(file)), checkpoint_(tensor::Checkpoint::open(file)), peft_(checkpoint_.metadata()) {
    result_.metadata = checkpoint_.metadata();
    for (const char* kind : {"use_dora", "use_rslora"}) {
      if (peft_.has(kind)) problem(std::string("its metadata says ") + kind);
    }
    for (const std::string& key : checkpoint_.names()) take(key, paths);
    if (result_.lora.modules.empty()) problem("it holds no LoRA");
    for (auto& [path, module] : result_.lora.modules) finish(path, module);
    if (!problems_.empty()) throw Error(bad_lora, {{"file", name_}, {"problems", problems_}});
  }
  LoraFile take_result() { return std::move(result_); }

 private:
  void problem(const std::string& text) {
    if (++problem_count_ > 20) return;
    problems_ += (problems_.empty() ? "" : "; ") + (problem_count_ == 20 ? "and more" : text);
  }

  void take(const std::string& key, const std::vector<std::string>& paths) {
    const auto parsed = model_files::parse_lora_key(key);
    if (!parsed) return problem(key + " is of a kind that is not supported");
    const std::string path = model_files::find_path(parsed->module, paths);
    if (path.empty()) return problem(key + " belongs to no linear layer of the model");
    result_.format = parsed->format;
    LoraModule& module = result_.lora.modules[path];
    auto tensor = checkpoint_.load(key, checkpoint_.dtype(key), torch::kCPU, tensor::Placement::device,
                                   tensor::Role::adapter);
    if (parsed->part == model_files::LoraKey::Part::alpha) {
      if (tensor.numel() != 1) return problem(key + " is no single number");
      alphas_[path] = tensor.item<double>();
    } else {
      torch::Tensor& target = parsed->part == model_files::LoraKey::Part::A ? module.A : module.B;
      if (target.defined()) return problem(path + " is there twice");
      if (tensor.dim() != 2) return problem(key + " is no matrix");
      target = std::move(tensor);
    }
  }

  void finish(const std::string& path, LoraModule& module) {
    if (!module.A.defined() || !module.B.defined())
      return problem(path + " has only one of its two matrices");
    if (module.A.size(0) != module.B.size(1) || module.rank() == 0)
      return problem(path + " has two matrices of different ranks");
    const auto alpha = alphas_.find(path);
    module.alpha = alpha != alphas_.end() ? alpha->second : peft_.alpha_of(path, module.rank());
  }

  std::string name_;
  tensor::Checkpoint checkpoint_;
  PeftMetadata peft_;
  LoraFile result_;
  std::map<std::string, double> alphas_;
  std::string problems_;
  int problem_count_ = 0;
};

}  // namespace

LoraFile load_lora(const std::filesystem::path& file, const std::vector<std::string>& paths) {
  return Reader(file, paths).take_result();
}

void save_lora(const std::filesystem::path& file, const Lora& lora, LoraFormat format,
               const safetensors::Metadata& extra, Existing existing) {
  safetensors::Metadata metadata = extra;
  metadata["format"] = "pt";
  metadata.erase(PeftMetadata::key);
  std::map<std::string, torch::Tensor> tensors;
  const bool down_up = format == LoraFormat::kohya;
  for (const auto& [path, module] : lora.modules) {
    const std::string key = model_files::key_of(path, format);
    tensors[key + (down_up ? ".lora_down.weight" : ".lora_A.weight")] = module.A.detach();
    tensors[key + (down_up ? ".lora_up.weight" : ".lora_B.weight")] = module.B.detach();
    if (format != LoraFormat::diffusers)
      tensors[key + ".alpha"] = torch::scalar_tensor(module.alpha, torch::kFloat32);
  }
  if (format == LoraFormat::diffusers) metadata[PeftMetadata::key] = peft_metadata(lora);
  if (format == LoraFormat::kohya && !lora.modules.empty()) {
    metadata["ss_network_module"] = "networks.lora";
    metadata["ss_network_dim"] =
        std::to_string(most_frequent<int64_t>(lora.modules, [](const LoraModule& m) { return m.rank(); }));
    metadata["ss_network_alpha"] =
        nlohmann::json(most_frequent<double>(lora.modules, [](const LoraModule& m) {
          return m.alpha;
        })).dump();
  }
  tensor::save_tensors(file, tensors, metadata, existing);
}

}  // namespace fw::adapters
