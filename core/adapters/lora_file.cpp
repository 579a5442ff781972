// SPDX-License-Identifier: Apache-2.0
#include "adapters/lora_file.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "adapters/lora_check.h"
#include "adapters/module_match.h"
#include "base/error.h"
#include "base/paths.h"
#include "model_files/lora_contents.h"
#include "nn/linear.h"
#include "tensor/checkpoint.h"
#include "tensor/libtorch.h"
#include "tensor/save.h"

namespace fw::adapters {

namespace {

using model_files::PeftMetadata;

constexpr ErrorCode bad_lora{
    "adapters.bad_lora", FW_TEXT("errors", "{file} is not a LoRA for this model: {problems}."),
    FW_TEXT("errors", "Use it with the model that it was trained on."), Blame::input};

constexpr ErrorCode format_without_changes{
    "adapters.format_without_changes",
    FW_TEXT("errors", "The LoRA changes {tensor} as a whole, which the format {format} cannot express."),
    FW_TEXT("errors", "Choose the format comfyui or kohya."), Blame::input};

/// The most frequent value, so that few modules need their own pattern.
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

/// Swaps the halves of a layer's rows if its other name has them in the opposite order.
void swap_halves(torch::Tensor& B, const std::string& path, const catalog::KeyNames& names) {
  if (model_files::other_name(path, names).halves_swapped) B = B.roll({B.size(0) / 2}, {0});
}

std::vector<std::string> paths_of(const LoraTarget& target) {
  std::vector<std::string> paths;
  for (const auto& [path, outputs] : target.outputs) paths.push_back(path);
  return paths;
}

/// The modules that tensors with these names belong to.
std::vector<std::string> owners_of(const std::map<std::string, std::vector<int64_t>>& tensors) {
  std::vector<std::string> owners;
  for (const auto& [name, sizes] : tensors) owners.push_back(name.substr(0, name.rfind('.')));
  return owners;
}

/// Fuses several layers, some of which may be missing from the LoRA.
LoraModule fused(const std::vector<std::string>& paths, const Lora& lora, const LoraTarget& target) {
  std::vector<const LoraModule*> present;
  int64_t total_rank = 0;
  for (const std::string& path : paths) {
    const auto found = lora.modules.find(path);
    if (found == lora.modules.end()) continue;
    present.push_back(&found->second);
    total_rank += found->second.rank();
  }
  const LoraModule& first = *present.front();
  const bool is_shared = std::ranges::all_of(present, [&](const LoraModule* module) {
    return module->scale() == first.scale() && torch::equal(module->A, first.A);
  });
  const int64_t rank = is_shared ? first.rank() : total_rank;
  std::vector<torch::Tensor> As, Bs;
  int64_t column = 0;
  for (const std::string& path : paths) {
    const torch::Tensor rows = torch::zeros({target.outputs.at(path), rank}, first.B.options());
    if (const auto found = lora.modules.find(path); found != lora.modules.end()) {
      const LoraModule& module = found->second;
      // Only one scale is possible: that of the first.
      const double factor = module.scale() / first.scale();
      torch::Tensor B = factor == 1 ? module.B : module.B * factor;
      swap_halves(B, path, *target.names);
      rows.narrow(1, is_shared ? 0 : column, module.rank()).copy_(B);
      As.push_back(module.A);
      column += module.rank();
    }
    Bs.push_back(rows);
  }
  return {is_shared ? first.A : torch::cat(As), torch::cat(Bs), first.scale() * static_cast<double>(rank)};
}

/// Whether a format has a family's other names.
bool has_other_names(LoraFormat format, const catalog::KeyNames& names) {
  return format == LoraFormat::comfyui || (format == LoraFormat::kohya && names.kohya_has_other_names);
}

/// The modules of a LoRA by their keys in a file of `format`.
std::map<std::string, LoraModule> modules_of(const Lora& lora, LoraFormat format, const LoraTarget& target) {
  const catalog::KeyNames& names = *target.names;
  const model_files::ModuleNames by_name(paths_of(target), names);
  const bool is_renamed = has_other_names(format, names);
  std::map<std::string, LoraModule> written;
  for (const auto& [path, module] : lora.modules) {
    const std::string key = model_files::key_of(path, format, names);
    const auto* meaning =
        is_renamed ? by_name.find(model_files::other_name(path, names, format).name) : nullptr;
    if (meaning != nullptr && meaning->paths.size() > 1) {
      if (!written.contains(key)) written.emplace(key, fused(meaning->paths, lora, target));
      continue;
    }
    LoraModule& there = written[key] = module;
    if (is_renamed) swap_halves(there.B, path, names);
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
  const model_files::ModuleNames by_name(owners_of(target.tensors), *target.names);
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
      swap_halves(parts.back(), each, *target.names);
    }
    tensors[key] = torch::cat(parts);
  }
}

constexpr std::string_view second_network = "transformer_2.";
bool has_second_network(const model_files::LoraContents& contents) {
  return std::ranges::any_of(contents.modules,
                             [](const auto& each) { return each.first.starts_with(second_network); });
}

model_files::LoraContents contents_of(const std::filesystem::path& file) {
  auto contents = model_files::read_lora_contents(safetensors::TensorSet::open(file));
  if (contents) return std::move(*contents);
  throw Error(bad_lora, {{"file", to_utf8(file)}, {"problems", "it holds no LoRA"}});
}

class Reader {
 public:
  Reader(const std::filesystem::path& file, const LoraTarget& target)
      : name_(to_utf8(file)),
        target_(target),
        names_(paths_of(target), *target.names),
        tensor_names_(owners_of(target.tensors), *target.names),
        checkpoint_(tensor::Checkpoint::open(file)),
        contents_(contents_of(file)) {
    result_.metadata = checkpoint_.metadata();
    result_.format = contents_.format;
    result_.unused_network_alpha = contents_.unused_network_alpha;
    std::vector<std::string> paths = paths_of(target);
    std::ranges::move(owners_of(target.tensors), std::back_inserter(paths));
    result_.comfyui = model_files::read_as_comfyui(contents_, paths, *target.names);
    if (!target.part.empty()) keep_part();
    find_all();
    if (problems_.empty())
      for (const auto& [name, module] : contents_.modules) take(name, module);
    for (const auto& change : contents_.changes) take(change);
    if (!problems_.empty()) throw Error(bad_lora, {{"file", name_}, {"problems", problems_.text()}});
  }
  LoraFile take_result() { return std::move(result_); }

 private:
  /// Removes the other network's modules if the file has those of two.
  void keep_part() {
    if (!has_second_network(contents_)) return;
    std::map<std::string, model_files::LoraContents::Module> kept;
    for (auto& [name, module] : contents_.modules) {
      if (name.starts_with(second_network) != (target_.part == "transformer_2")) continue;
      module.alpha = contents_.alpha_of(name, name);
      kept.emplace(target_.part == "transformer_2" ? name.substr(second_network.size()) : name, module);
    }
    contents_.modules = std::move(kept);
  }

  bool is_skipped(const std::string& name) const {
    return names_.find(name) == nullptr && target_.names->skips != nullptr && target_.names->skips(name);
  }

  /// Checks that every module is a layer of the model, or of a part of it that this program does without.
  void find_all() {
    const auto all = contents_.modules.size();
    const auto is_unused = [&](const auto& each) { return is_skipped(each.first); };
    if (static_cast<size_t>(std::ranges::count_if(contents_.modules, is_unused)) < all)
      std::erase_if(contents_.modules, is_unused);
    std::vector<std::string> strange;
    for (const auto& [name, module] : contents_.modules)
      if (names_.find(name) == nullptr) strange.push_back(name);
    if (!strange.empty() && strange.size() == contents_.modules.size()) {
      if (const std::string prefix = unknown_prefix(strange); !prefix.empty())
        return problems_.add("is an unknown prefix, which all names begin with", prefix);
    }
    for (const std::string& name : strange) problems_.add("belongs to no linear layer of the model", name);
  }

  /// The prefix without which every name would be a layer; empty if there is none.
  std::string unknown_prefix(const std::vector<std::string>& names) const {
    const std::string& first = names.front();
    for (size_t end = first.find('.'); end != first.npos; end = first.find('.', end + 1)) {
      const std::string prefix = first.substr(0, end + 1);
      const bool is_it = std::ranges::all_of(names, [&](const std::string& name) {
        return name.starts_with(prefix) && names_.find(name.substr(prefix.size())) != nullptr;
      });
      if (is_it) return prefix;
    }
    return {};
  }

  torch::Tensor load(const std::string& key) const {
    return checkpoint_.load(key, checkpoint_.dtype(key), torch::kCPU, tensor::Placement::device,
                            tensor::Role::adapter);
  }

  void take(const std::string& name, const model_files::LoraContents::Module& module) {
    const model_files::ModuleNames::Meaning& meaning = *names_.find(name);
    const torch::Tensor A = load(module.A), B = load(module.B);
    const std::vector<std::string>& paths = meaning.paths;
    std::vector<int64_t> rows;
    for (const std::string& path : paths) rows.push_back(target_.outputs.at(path));
    const bool is_fused = paths.size() > 1;
    if (!is_fused) rows.front() = B.size(0);  // check_fit() reports a wrong number
    if (std::accumulate(rows.begin(), rows.end(), int64_t{0}) != B.size(0))
      return problems_.add("has other rows than the layers that it stands for", name);
    const auto slices = B.split_with_sizes(rows, 0);
    for (size_t i = 0; i < paths.size(); ++i) {
      LoraModule part{is_fused ? A.clone() : A, is_fused ? slices[i].clone() : B,
                      contents_.alpha_of(name, paths[i])};
      if (meaning.is_other_name) swap_halves(part.B, paths[i], *target_.names);
      if (!result_.lora.modules.emplace(paths[i], std::move(part)).second)
        problems_.add("is there twice", paths[i]);
    }
  }

  /// The tensors that a change is for, in row order.
  std::vector<std::string> tensors_of(const model_files::LoraKey& key) const {
    const std::string modulation(target_.names->modulation);
    const bool of_modulation = key.part == model_files::LoraKey::Part::modulation_change;
    if (of_modulation && key.module == "head") return {modulation};
    const auto* const meaning = tensor_names_.find(key.module);
    std::vector<std::string> found =
        meaning != nullptr ? meaning->paths : std::vector<std::string>{key.module};
    const bool of_bias = key.part == model_files::LoraKey::Part::bias_change;
    for (std::string& name : found) name += '.' + (of_modulation ? modulation : of_bias ? "bias" : "weight");
    return found;
  }

  void take(const model_files::LoraContents::Change& change) {
    const std::vector<std::string> names = tensors_of(change.key);
    std::vector<int64_t> rows;
    for (const std::string& name : names) {
      const auto sizes = target_.tensors.find(name);
      if (sizes == target_.tensors.end())
        return problems_.add("changes no tensor of the model", change.tensor);
      rows.push_back(sizes->second.front());
    }
    const torch::Tensor whole = load(change.tensor);
    if (names.size() == 1 && whole.numel() == c10::multiply_integers(target_.tensors.at(names.front())))
      return add(names.front(), whole.reshape(target_.tensors.at(names.front())), change);
    if (names.size() == 1 || whole.dim() == 0 || whole.size(0) != c10::sum_integers(rows))
      return problems_.add("has another shape than the model's tensor", change.tensor);
    const auto slices = whole.split_with_sizes(rows, 0);
    for (size_t i = 0; i < names.size(); ++i) add(names[i], slices[i].clone(), change);
  }

  void add(const std::string& name, torch::Tensor change, const model_files::LoraContents::Change& source) {
    const std::string path = name.substr(0, name.rfind('.'));
    const auto* const meaning = tensor_names_.find(source.key.module);
    if (meaning != nullptr && meaning->is_other_name) swap_halves(change, path, *target_.names);
    if (!result_.lora.changes.emplace(name, std::move(change)).second)
      problems_.add("is there twice", source.tensor);
  }

  std::string name_;
  const LoraTarget& target_;
  model_files::ModuleNames names_, tensor_names_;
  tensor::Checkpoint checkpoint_;
  model_files::LoraContents contents_;
  LoraFile result_;
  model_files::KeyProblems problems_;
};

}  // namespace

LoraTarget lora_target(nn::Module& model, std::string_view family) {
  LoraTarget target{.names = &model_files::key_names(family)};
  for (const std::string& path : linear_paths(model))
    target.outputs[path] = model.find<nn::Linear>(path)->out_features();
  model.for_each_slot([&](const std::string& name, const torch::Tensor& slot) {
    if (slot.dim() > 0) target.tensors[name] = slot.sizes().vec();
  });
  return target;
}

bool names_two_networks(const std::filesystem::path& file) {
  return has_second_network(contents_of(file));
}

LoraFile load_lora(const std::filesystem::path& file, const LoraTarget& target, Values values) {
  LoraFile read = Reader(file, target).take_result();
  if (values == Values::any) return read;
  const std::vector<Fault> faults = unusable_values(read.lora);
  if (!faults.empty()) throw Error(faults.front());
  return read;
}

std::string save_lora(const std::filesystem::path& file, const Lora& lora, LoraFormat format,
                      const LoraTarget& target, const safetensors::Metadata& extra, Existing existing) {
  safetensors::Metadata metadata = extra;
  metadata["format"] = "pt";
  metadata.erase(PeftMetadata::key);
  std::map<std::string, torch::Tensor> tensors;
  const bool down_up = format == LoraFormat::kohya;
  const std::map<std::string, LoraModule> modules = modules_of(lora, format, target);
  for (const auto& [key, module] : modules) {
    tensors[key + (down_up ? ".lora_down.weight" : ".lora_A.weight")] = module.A.detach();
    tensors[key + (down_up ? ".lora_up.weight" : ".lora_B.weight")] = module.B.detach();
    if (format != LoraFormat::diffusers)
      tensors[key + ".alpha"] = torch::scalar_tensor(module.alpha, torch::kFloat32);
  }
  add_changes(tensors, lora, format, target);
  if (format == LoraFormat::diffusers) metadata[PeftMetadata::key] = peft_metadata(lora);
  if (format == LoraFormat::kohya && !modules.empty()) {
    metadata["ss_network_module"] = "networks.lora";
    metadata["ss_network_dim"] =
        std::to_string(most_frequent<int64_t>(modules, [](const LoraModule& m) { return m.rank(); }));
    metadata["ss_network_alpha"] =
        nlohmann::json(most_frequent<double>(modules, [](const LoraModule& m) { return m.alpha; })).dump();
  }
  return tensor::save_tensors(file, tensors, metadata, existing);
}

}  // namespace fw::adapters
