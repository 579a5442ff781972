// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

#include "adapters/lora_file.h"
#include "adapters/lora_rows.h"
#include "model_files/peft_metadata.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

namespace fw::adapters {

namespace {

using model_files::PeftMetadata;
using Modules = std::map<std::string, LoraModule>;

constexpr ErrorCode format_without_changes{
    "adapters.format_without_changes",
    FW_TEXT("errors", "The LoRA changes {tensor} as a whole, which the format {format} cannot express."),
    FW_TEXT("errors", "Choose the format comfyui or kohya."), Blame::input};
constexpr ErrorCode format_without_fusing{
    "adapters.format_without_fusing",
    FW_TEXT("errors",
            "{module} cannot be written in the format {format}, where it is fused with its neighbours: they "
            "have no {kind} in common."),
    FW_TEXT("errors", "Choose the format diffusers, which keeps them apart."), Blame::input};
constexpr ErrorCode format_of_one_kind{"adapters.format_of_one_kind",
                                       FW_TEXT("errors",
                                               "The format {format} has one kind of adapter in a file, but "
                                               "{module} is a {kind} and others are not."),
                                       FW_TEXT("errors", "Choose the format comfyui or kohya."),
                                       Blame::input};

/// The most frequent value, so that few modules need their own pattern.
template <typename Number>
Number usual(const Modules& modules, Number (*of)(const LoraModule&)) {
  std::map<Number, int> counts;
  for (const auto& [path, module] : modules) ++counts[of(module)];
  const auto best = std::max_element(counts.begin(), counts.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return best == counts.end() ? Number(1) : best->first;
}

/// PEFT divides by it. Whole matrices have none, and the scale 1.
double rank_of(const LoraModule& module) {
  return module.rank() > 0 ? static_cast<double>(module.rank()) : module.alpha;
}
double alpha_of(const LoraModule& module) {
  return module.alpha;
}

nlohmann::json number_json(double value) {
  return value == std::floor(value) ? nlohmann::json(static_cast<int64_t>(value)) : nlohmann::json(value);
}

void add_lora_entries(nlohmann::json& json, const nlohmann::json& alpha, bool has_magnitude) {
  json["transformer.lora_alpha"] = alpha;
  json["transformer.bias"] = "none";
  json["transformer.lora_dropout"] = 0.0;
  json["transformer.use_dora"] = has_magnitude;
  json["transformer.use_rslora"] = false;
  json["transformer.init_lora_weights"] = true;
}

void add_other_entries(nlohmann::json& json, const nlohmann::json& alpha) {
  json["transformer.alpha"] = alpha;
  json["transformer.rank_dropout"] = 0.0;
  json["transformer.module_dropout"] = 0.0;
  json["transformer.init_weights"] = true;
}

std::string peft_metadata(const Lora& lora) {
  const double rank = usual<double>(lora.modules, rank_of), alpha = usual<double>(lora.modules, alpha_of);
  nlohmann::json ranks = nlohmann::json::object(), alphas = nlohmann::json::object();
  std::vector<std::string> targets;
  for (const auto& [path, module] : lora.modules) {
    if (rank_of(module) != rank) ranks[path] = number_json(rank_of(module));
    if (module.alpha != alpha) alphas[path] = number_json(module.alpha);
    targets.push_back(path);
  }
  const LoraModule first = lora.modules.empty() ? LoraModule{} : lora.modules.begin()->second;
  nlohmann::json json = {{"transformer.peft_type", first.its_form().peft_type()},
                         {"transformer.r", number_json(rank)},
                         {"transformer.target_modules", targets},
                         {"transformer.rank_pattern", ranks},
                         {"transformer.alpha_pattern", alphas}};
  if (first.form == nullptr)
    add_lora_entries(json, number_json(alpha), first.magnitude.defined());
  else
    add_other_entries(json, number_json(alpha));
  return json.dump(2);
}

/// PEFT states the kind once for all modules, and has magnitudes only for LoRA.
void require_one_kind(const Lora& lora) {
  for (const auto& [path, module] : lora.modules) {
    const LoraModule& first = lora.modules.begin()->second;
    const bool is_same = module.form == first.form && module.magnitude.defined() == first.magnitude.defined();
    if (is_same && (module.form == nullptr || !module.magnitude.defined())) continue;
    throw Error(format_of_one_kind, {{"format", std::string(name_of(LoraFormat::diffusers))},
                                     {"module", path},
                                     {"kind", module.kind_text()}});
  }
}

std::vector<std::string> layers_of(const LoraTarget& target) {
  std::vector<std::string> paths;
  for (const auto& [path, outputs] : target.outputs) paths.push_back(path);
  return paths;
}

/// Whether a format has a family's other names.
bool has_other_names(LoraFormat format, const catalog::KeyNames& names) {
  return format == LoraFormat::comfyui || (format == LoraFormat::kohya && names.kohya_has_other_names);
}

/// The layers of one fused matrix, some of which may be missing from the LoRA.
std::optional<LoraModule> fused_layers(const std::vector<std::string>& paths, const Lora& lora,
                                       const LoraTarget& target) {
  std::vector<std::optional<LoraModule>> own(paths.size());
  std::vector<const LoraModule*> all(paths.size(), nullptr);
  std::vector<int64_t> rows;
  for (size_t i = 0; i < paths.size(); ++i) {
    rows.push_back(target.outputs.at(paths[i]));
    const auto found = lora.modules.find(paths[i]);
    if (found == lora.modules.end()) continue;
    own[i] = with_halves_swapped(found->second, paths[i], *target.names);
    if (!own[i]) return std::nullopt;
    all[i] = &*own[i];
  }
  return fused(all, rows);
}

/// The modules of a LoRA by their keys in a file of `format`.
Modules modules_of(const Lora& lora, LoraFormat format, const LoraTarget& target) {
  const catalog::KeyNames& names = *target.names;
  const model_files::ModuleNames by_name(layers_of(target), names);
  const bool is_renamed = has_other_names(format, names);
  Modules written;
  for (const auto& [path, module] : lora.modules) {
    const std::string key = model_files::key_of(path, format, names);
    const auto* meaning =
        is_renamed ? by_name.find(model_files::other_name(path, names, format).name) : nullptr;
    const bool is_fused = meaning != nullptr && meaning->paths.size() > 1;
    if (is_fused && written.contains(key)) continue;
    std::optional<LoraModule> there = module;
    if (is_fused)
      there = fused_layers(meaning->paths, lora, target);
    else if (is_renamed)
      there = with_halves_swapped(module, path, names);
    if (!there)
      throw Error(format_without_fusing,
                  {{"module", path}, {"format", std::string(name_of(format))}, {"kind", module.kind_text()}});
    written[key] = std::move(*there);
  }
  return written;
}

/// Splits a tensor's name into its module and the ending of a change's key; the head's modulation has no
/// module.
std::pair<std::string, const char*> change_key(const std::string& name, const catalog::KeyNames& names) {
  const size_t end = name.rfind('.');
  if (!names.modulation.empty() && name == names.modulation) return {"head", ".diff_m"};
  const std::string_view parameter = std::string_view(name).substr(end + 1);
  return {name.substr(0, end), parameter == "bias"             ? ".diff_b"
                               : parameter == names.modulation ? ".diff_m"
                                                               : ".diff"};
}

/// The changes of whole tensors, under their keys in a file of `format`.
void add_changes(std::map<std::string, torch::Tensor>& tensors, const Lora& lora, LoraFormat format,
                 const LoraTarget& target) {
  if (lora.changes.empty()) return;
  if (format == LoraFormat::diffusers)
    throw Error(format_without_changes,
                {{"tensor", lora.changes.begin()->first}, {"format", std::string(name_of(format))}});
  const model_files::ModuleNames by_name(tensor_owners(target.tensors), *target.names);
  for (const auto& [name, change] : lora.changes) {
    const auto [path, ending] = change_key(name, *target.names);
    const std::string key = model_files::key_of(path, format, *target.names) + ending;
    if (tensors.contains(key)) continue;  // fused with one before
    const auto* const meaning = has_other_names(format, *target.names)
                                    ? by_name.find(model_files::other_name(path, *target.names, format).name)
                                    : nullptr;
    if (meaning == nullptr) {
      tensors[key] = change.detach();
      continue;
    }
    std::vector<torch::Tensor> parts;
    for (const std::string& each : meaning->paths) {
      const std::string own = each + name.substr(path.size());
      const auto found = lora.changes.find(own);
      parts.push_back(found != lora.changes.end() ? found->second.detach()
                                                  : torch::zeros(target.tensors.at(own), change.options()));
      parts.back() = with_halves_swapped(std::move(parts.back()), each, *target.names);
    }
    tensors[key] = torch::cat(parts);
  }
}

/// A module's tensors under their keys in a file of `format`.
void add_module(std::map<std::string, torch::Tensor>& tensors, const std::string& key, LoraModule module,
                LoraFormat format) {
  for (const auto& [name, tensor] : module.tensors()) {
    const torch::Tensor values = tensor->detach();
    if (format == LoraFormat::kohya && tensor == &module.A)
      tensors[key + ".lora_down.weight"] = values;
    else if (format == LoraFormat::kohya && tensor == &module.B)
      tensors[key + ".lora_up.weight"] = values;
    else if (format != LoraFormat::diffusers && tensor == &module.magnitude)
      tensors[key + ".dora_scale"] = values.unsqueeze(1);
    else
      tensors[key + '.' + name] = values;
  }
  if (format != LoraFormat::diffusers)
    tensors[key + ".alpha"] = torch::scalar_tensor(module.alpha, torch::kFloat32);
}

std::string lower_case(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

/// The metadata that kohya's scripts record about a network.
void add_kohya_metadata(safetensors::Metadata& metadata, const Modules& modules) {
  const LoraModule& first = modules.begin()->second;
  const bool is_plain = first.is_plain();
  metadata["ss_network_module"] = is_plain ? "networks.lora" : "lycoris.kohya";
  metadata["ss_network_dim"] = number_json(usual<double>(modules, rank_of)).dump();
  metadata["ss_network_alpha"] = nlohmann::json(usual<double>(modules, alpha_of)).dump();
  if (is_plain) return;
  nlohmann::json arguments = {
      {"algo", first.form == nullptr ? std::string("locon") : lower_case(first.form->name())}};
  if (first.magnitude.defined()) arguments["dora_wd"] = "True";
  metadata["ss_network_args"] = arguments.dump();
}

}  // namespace

std::string save_lora(const std::filesystem::path& file, const Lora& lora, LoraFormat format,
                      const LoraTarget& target, const safetensors::Metadata& extra, Existing existing) {
  safetensors::Metadata metadata = extra;
  metadata["format"] = "pt";
  metadata.erase(PeftMetadata::key);
  if (format == LoraFormat::diffusers) require_one_kind(lora);
  std::map<std::string, torch::Tensor> tensors;
  const Modules modules = modules_of(lora, format, target);
  for (const auto& [key, module] : modules) add_module(tensors, key, module, format);
  add_changes(tensors, lora, format, target);
  if (format == LoraFormat::diffusers) metadata[PeftMetadata::key] = peft_metadata(lora);
  if (format == LoraFormat::kohya && !modules.empty()) add_kohya_metadata(metadata, modules);
  return tensor::save_tensors(file, tensors, metadata, existing);
}

}  // namespace fw::adapters
