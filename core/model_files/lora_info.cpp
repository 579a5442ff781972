// SPDX-License-Identifier: Apache-2.0
#include "model_files/lora_info.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "base/join.h"
#include "model_files/lora_contents.h"

namespace fw::model_files {

namespace {

template <typename Number>
Number most_frequent(const std::map<Number, int64_t>& counts) {
  const auto best = std::max_element(counts.begin(), counts.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return best == counts.end() ? Number{} : best->first;
}

std::string text_of(const safetensors::Metadata& metadata, std::initializer_list<const char*> keys) {
  for (const char* key : keys) {
    if (const auto found = metadata.find(key); found != metadata.end() && found->second != "None")
      return found->second;
  }
  return {};
}

template <typename Number>
std::optional<Number> number_of(const std::string& text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || text.empty()) return {};
  return number;
}

/// Counts the adapted layers by their names.
void count_layers(LoraInfo& info, const LoraContents& contents) {
  std::vector<LoraKey> keys;
  for (const auto& [name, module] : contents.modules) keys.push_back(module.key);
  const catalog::KeyNames& names = guess_key_names(keys);
  std::map<std::string_view, int64_t> blocks;  // minimum for each list
  for (const auto& [name, module] : contents.modules) {
    const ModulePlace place = place_of(module.key, names);
    for (const std::string& target : place.names) ++info.targets[target];
    if (place.list.empty() || place.list.find('.') != std::string_view::npos) continue;
    blocks[place.list] = std::max(blocks[place.list], place.block + 1);
    if (std::ranges::find(names.full_width, place.names.front()) != names.full_width.end())
      info.made_for.width = module.in;
  }
  for (const auto& [list, count] : blocks) info.made_for.blocks += count;
}

}  // namespace

std::optional<LoraInfo> read_lora_info(const std::filesystem::path& path) {
  const auto file = safetensors::TensorSet::open(path);
  const auto contents = read_lora_contents(file);
  if (!contents) return std::nullopt;
  LoraInfo info;
  std::map<int64_t, int64_t> ranks;
  std::map<double, int64_t> alphas;
  std::map<std::string, int64_t> kinds;
  std::set<std::string> dtypes;
  for (const auto& [name, module] : contents->modules) {
    ++ranks[module.rank];
    ++alphas[contents->alpha_of(name, name)];
    ++kinds[module.kind_text()];
    for (const std::string& matrix : module.matrices()) dtypes.insert(dtype_text(file.info(matrix).dtype));
  }
  count_layers(info, *contents);
  info.format = contents->format;
  info.modules = static_cast<int64_t>(contents->modules.size());
  info.kind = most_frequent(kinds);
  info.rank = most_frequent(ranks);
  info.alpha = most_frequent(alphas);
  info.is_alpha_said = contents->states_alpha();
  info.dtypes = join(dtypes);
  const safetensors::Metadata& metadata = file.metadata();
  info.base = text_of(metadata, {"framewright_model", "ss_sd_model_name", "ss_base_model_version",
                                 "modelspec.architecture", "base_model"});
  info.run = text_of(metadata, {"framewright_run", "ss_output_name", "modelspec.title"});
  info.step = number_of<int64_t>(text_of(metadata, {"framewright_step", "ss_steps"}));
  return info;
}

std::string dtype_text(safetensors::Dtype dtype) {
  switch (dtype) {
    case safetensors::Dtype::f16:
      return "fp16";
    case safetensors::Dtype::bf16:
      return "bf16";
    case safetensors::Dtype::f32:
      return "fp32";
    default:
      return std::string(safetensors::dtype_name(dtype));
  }
}

std::string dtype_text(const safetensors::TensorInfo& tensor) {
  return tensor.blocks ? std::string(safetensors::type_name(tensor)) : dtype_text(tensor.dtype);
}

}  // namespace fw::model_files
