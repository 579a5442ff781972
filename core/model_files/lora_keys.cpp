// SPDX-License-Identifier: Apache-2.0
#include "model_files/lora_keys.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>

#include "catalog/catalog.h"

namespace fw::model_files {

namespace {

std::string flattened(std::string_view path) {
  std::string flat(path);
  std::replace(flat.begin(), flat.end(), '.', '_');
  return flat;
}

constexpr int64_t most_blocks = 10'000;  // of any model

using catalog::KeyNames;

/// The number of a block and what stands behind it; nothing when `text` does not begin with one.
std::optional<std::pair<int64_t, std::string_view>> numbered(std::string_view text, char separator) {
  int64_t block = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, block);
  if (error != std::errc() || end == last || *end != separator || block < 0 || block > most_blocks)
    return std::nullopt;
  return std::pair(block, text.substr(static_cast<size_t>(end - text.data()) + 1));
}

/// The published names that `name` means: its own, or those that other programs call so.
std::vector<std::string> published(std::string_view name, const std::vector<KeyNames::Part>& parts) {
  std::vector<std::string> found;
  for (const KeyNames::Part& part : parts) {
    if (name == part.published || name == flattened(part.published)) return {std::string(part.published)};
    if (name == part.other || name == flattened(part.other)) found.emplace_back(part.published);
  }
  if (found.empty()) found.emplace_back(name);
  return found;
}

OtherName renamed(std::string_view path, const std::vector<KeyNames::Part>& parts) {
  const auto found = std::ranges::find(parts, path, &KeyNames::Part::published);
  if (found == parts.end()) return {std::string(path)};
  const auto slice =
      std::count_if(parts.begin(), found, [&](const auto& p) { return p.other == found->other; });
  return {std::string(found->other), static_cast<size_t>(slice), found->halves_swapped};
}

}  // namespace

OtherName other_name(std::string_view path, const KeyNames& names) {
  for (const KeyNames::Blocks& list : names.blocks) {
    if (!path.starts_with(list.published) || !path.substr(list.published.size()).starts_with('.')) continue;
    const auto place = numbered(path.substr(list.published.size() + 1), '.');
    if (!place) continue;
    OtherName other = renamed(place->second, list.parts);
    other.name = std::string(list.other) + '.' + std::to_string(place->first) + '.' + other.name;
    return other;
  }
  return renamed(path, names.outside);
}

std::optional<LoraKey> parse_lora_key(std::string_view key) {
  struct Ending {
    std::string_view text;
    LoraKey::Part part;
  };
  static constexpr std::array<Ending, 11> endings = {{{".lora_A.weight", LoraKey::Part::A},
                                                      {".lora_B.weight", LoraKey::Part::B},
                                                      {".lora_A.default.weight", LoraKey::Part::A},
                                                      {".lora_B.default.weight", LoraKey::Part::B},
                                                      {".lora_down.weight", LoraKey::Part::A},
                                                      {".lora_up.weight", LoraKey::Part::B},
                                                      {".lora.down.weight", LoraKey::Part::A},
                                                      {".lora.up.weight", LoraKey::Part::B},
                                                      {".lora_A", LoraKey::Part::A},
                                                      {".lora_B", LoraKey::Part::B},
                                                      {".alpha", LoraKey::Part::alpha}}};
  const auto ending =
      std::find_if(endings.begin(), endings.end(), [&](const Ending& e) { return key.ends_with(e.text); });
  if (ending == endings.end()) return std::nullopt;
  std::string_view module = key.substr(0, key.size() - ending->text.size());
  const auto drop = [&](std::string_view prefix) {
    const bool there = module.starts_with(prefix);
    if (there) module.remove_prefix(prefix.size());
    return there;
  };
  LoraKey parsed{LoraFormat::diffusers, {}, ending->part};
  if (drop("lora_unet_") || drop("lora_transformer_")) {
    parsed.format = LoraFormat::kohya;
  } else if (drop("diffusion_model.")) {
    parsed.format = LoraFormat::comfyui;
  } else if (module.starts_with("text_encoder") || module.starts_with("lora_te")) {
    return std::nullopt;
  } else {
    drop("base_model.model.");
    drop("transformer.");
  }
  parsed.module = module;
  return parsed;
}

ModulePlace place_of(const LoraKey& key, const KeyNames& names) {
  const char separator = key.format == LoraFormat::kohya ? '_' : '.';
  for (const KeyNames::Blocks& list : names.blocks) {
    for (const std::string_view name : {list.published, list.other}) {
      const std::string prefix =
          (key.format == LoraFormat::kohya ? flattened(name) : std::string(name)) + separator;
      if (!key.module.starts_with(prefix)) continue;
      if (const auto place = numbered(std::string_view(key.module).substr(prefix.size()), separator))
        return {list.published, place->first, published(place->second, list.parts)};
    }
  }
  return {{}, 0, published(key.module, names.outside)};
}

const KeyNames& key_names(std::string_view family) {
  static const KeyNames none;
  const catalog::Family* const known = catalog::find_family(family);
  return known == nullptr || known->key_names == nullptr ? none : *known->key_names;
}

const KeyNames& guess_key_names(std::span<const LoraKey> keys) {
  const KeyNames* best = &key_names({});
  int64_t most = 0;
  for (const catalog::Family* family : catalog::families()) {
    const KeyNames& names = key_names(family->id);
    int64_t known = 0;
    for (const LoraKey& key : keys) {
      const ModulePlace place = place_of(key, names);
      const auto list = std::ranges::find(names.blocks, place.list, &KeyNames::Blocks::published);
      const auto& parts = list == names.blocks.end() ? names.outside : list->parts;
      known += place.list.empty() ? 0 : 1;
      known += std::ranges::count(parts, place.names.front(), &KeyNames::Part::published) > 0 ? 1 : 0;
    }
    if (known > most) std::tie(most, best) = std::pair(known, &names);
  }
  return *best;
}

ModuleNames::ModuleNames(const std::vector<std::string>& paths, const KeyNames& names) {
  std::map<std::string, std::map<size_t, std::string>> fused;
  for (const std::string& path : paths) {
    const OtherName other = other_name(path, names);
    for (const std::string& name : {other.name, flattened(other.name)}) fused[name][other.slice] = path;
  }
  for (const auto& [name, slices] : fused) {
    meanings_[name].is_other_name = true;
    for (const auto& [slice, path] : slices) meanings_[name].paths.push_back(path);
  }
  for (const std::string& path : paths) meanings_[path] = meanings_[flattened(path)] = {{path}};
}

const ModuleNames::Meaning* ModuleNames::find(const std::string& module) const {
  const auto found = meanings_.find(module);
  return found == meanings_.end() ? nullptr : &found->second;
}

std::string key_of(std::string_view path, LoraFormat format, const KeyNames& names) {
  switch (format) {
    case LoraFormat::comfyui:
      return "diffusion_model." + other_name(path, names).name;
    case LoraFormat::kohya:
      return "lora_unet_" + flattened(names.kohya_has_other_names ? other_name(path, names).name : path);
    default:
      return "transformer." + std::string(path);
  }
}

}  // namespace fw::model_files
