// SPDX-License-Identifier: Apache-2.0
#include "model_files/comfy_reading.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "catalog/key_names.h"
#include "model_files/lora_contents.h"

namespace fw::model_files {

namespace {

using catalog::ComfyLoader;
using catalog::KeyNames;

std::string with_renamed(std::string name, const ComfyLoader::Renamings& parts) {
  name += '.';  // so that a part can end where the name does
  for (const auto& [from, to] : parts) {
    const std::string whole = std::string(from) + '.';
    for (size_t at = name.find(whole); at != name.npos; at = name.find(whole, at + to.size()))
      name.replace(at, from.size(), to);
  }
  name.pop_back();
  return name;
}

/// The keys, without endings, under which ComfyUI looks for the LoRAs of these layers.
std::set<std::string> known_keys(const std::vector<std::string>& paths, const KeyNames& names) {
  const ComfyLoader& loader = *names.comfy;
  std::set<std::string> known;
  for (const std::string& path : paths) {
    const std::string module =
        with_renamed(other_name(path, names, LoraFormat::comfyui).name, loader.modules);
    known.insert("diffusion_model." + module);
    std::string flat = module;
    std::ranges::replace(flat, '.', '_');
    known.insert("lora_unet_" + flat);
    if (loader.reads_bare_names) known.insert(module);
    if (loader.in_loras.empty()) continue;
    const std::string elsewhere = with_renamed(module, loader.in_loras);
    known.insert("diffusion_model." + elsewhere);
    known.insert("transformer." + elsewhere);
  }
  return known;
}

/// A key without the ending of a matrix B or a change; empty if ComfyUI does not know the ending.
std::string without_ending(std::string_view key) {
  static constexpr std::array<std::string_view, 9> endings{".lora_up.weight",
                                                           ".lora_B.weight",
                                                           "_lora.up.weight",
                                                           ".lora.up.weight",
                                                           ".lora_linear_layer.up.weight",
                                                           ".lora_B.default.weight",
                                                           ".lora_B",
                                                           ".diff",
                                                           ".diff_b"};
  for (const std::string_view ending : endings)
    if (key.ends_with(ending)) return std::string(key.substr(0, key.size() - ending.size()));
  for (const OtherForm& form : other_forms())
    for (const std::string_view part : form.parts)
      if (key.ends_with("." + std::string(part)))
        return std::string(key.substr(0, key.size() - part.size() - 1));
  return {};
}

/// ComfyUI also reads VideoX-Fun's files, with a second underscore, if they have this key.
constexpr const char* of_videox_fun = "lora_unet__blocks_0_cross_attn_k.lora_down.weight";

}  // namespace

ComfyReading read_as_comfyui(const LoraContents& lora, const std::vector<std::string>& paths,
                             const KeyNames& names) {
  ComfyReading reading{.has_model = names.comfy.has_value()};
  if (!reading.has_model) return reading;
  const std::set<std::string> known = known_keys(paths, names);
  const bool has_two_underscores =
      std::ranges::any_of(lora.modules, [](const auto& each) { return each.second.A == of_videox_fun; });
  const auto count = [&](const std::string& key) {
    std::string name = without_ending(key);
    constexpr std::string_view start = "lora_unet_";
    if (has_two_underscores && name.starts_with(std::string(start) + "_")) name.erase(start.size(), 1);
    ++reading.all;
    if (known.contains(name)) return void(++reading.read);
    if (reading.first_unread.empty()) reading.first_unread = key;
  };
  for (const auto& [name, module] : lora.modules) {
    count(module.a_key());
    const double alpha = lora.alpha_of(name, name);
    reading.ignores_alpha |= !module.alpha && module.rank > 0 && alpha != static_cast<double>(module.rank);
  }
  for (const LoraContents::Change& change : lora.changes) count(change.tensor);
  return reading;
}

}  // namespace fw::model_files
