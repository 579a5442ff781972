// SPDX-License-Identifier: Apache-2.0
#include "adapters/lora_file.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "adapters/kinds.h"
#include "adapters/lora_check.h"
#include "adapters/lora_rows.h"
#include "adapters/module_match.h"
#include "base/error.h"
#include "base/paths.h"
#include "model_files/lora_contents.h"
#include "nn/linear.h"
#include "tensor/checkpoint.h"
#include "tensor/libtorch.h"

namespace fw::adapters {

namespace {

constexpr ErrorCode bad_lora{
    "adapters.bad_lora", FW_TEXT("errors", "{file} is not a LoRA for this model: {problems}."),
    FW_TEXT("errors", "Use it with the model that it was trained on."), Blame::input};

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

std::vector<std::string> paths_of(const LoraTarget& target) {
  std::vector<std::string> paths;
  for (const auto& [path, outputs] : target.outputs) paths.push_back(path);
  return paths;
}

class Reader {
 public:
  Reader(const std::filesystem::path& file, const LoraTarget& target)
      : name_(to_utf8(file)),
        target_(target),
        names_(paths_of(target), *target.names),
        tensor_names_(tensor_owners(target.tensors), *target.names),
        checkpoint_(tensor::Checkpoint::open(file)),
        contents_(contents_of(file)) {
    result_.metadata = checkpoint_.metadata();
    result_.format = contents_.format;
    result_.unused_network_alpha = contents_.unused_network_alpha;
    std::vector<std::string> paths = paths_of(target);
    std::ranges::move(tensor_owners(target.tensors), std::back_inserter(paths));
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

  /// The module as it is in the file.
  LoraModule whole(const std::string& name, const model_files::LoraContents::Module& module) const {
    LoraModule read;
    if (module.form == nullptr) {
      read.A = load(module.A);
      read.B = load(module.B);
    } else {
      read.form = &find_form(module.form->name);
      for (const auto& [part, key] : module.others) read.others[part] = load(key);
    }
    if (!module.magnitude.empty()) read.magnitude = load(module.magnitude).flatten();
    // Whole matrices have no rank: their scale becomes part of them.
    if (read.rank() == 0 && !module.alpha)
      read.set_parts(read.form->scaled(read.others, contents_.metadata.scale_of_whole(name, name)));
    return read;
  }

  void take(const std::string& name, const model_files::LoraContents::Module& module) {
    const model_files::ModuleNames::Meaning& meaning = *names_.find(name);
    const LoraModule read = whole(name, module);
    const int64_t out = read.size().out;
    if (read.magnitude.defined() && read.magnitude.numel() != out)
      return problems_.add("has a magnitude of another size", name);
    const std::vector<std::string>& paths = meaning.paths;
    std::vector<int64_t> rows;
    for (const std::string& path : paths) rows.push_back(target_.outputs.at(path));
    const bool is_fused = paths.size() > 1;
    if (!is_fused) rows.front() = out;  // check_fit() reports a wrong number
    if (std::accumulate(rows.begin(), rows.end(), int64_t{0}) != out)
      return problems_.add("has other rows than the layers that it stands for", name);
    int64_t first = 0;
    for (size_t i = 0; i < paths.size(); first += rows[i++]) {
      std::optional<LoraModule> part = read;
      if (is_fused) part = slice_of(read, first, rows[i]);
      if (part && meaning.is_other_name)
        part = with_halves_swapped(std::move(*part), paths[i], *target_.names);
      if (!part) return problems_.add("cannot be split into its layers as a " + read.kind_text(), name);
      part->alpha = contents_.alpha_of(name, paths[i]);
      if (!result_.lora.modules.emplace(paths[i], std::move(*part)).second)
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
    if (meaning != nullptr && meaning->is_other_name)
      change = with_halves_swapped(std::move(change), path, *target_.names);
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

}  // namespace fw::adapters
