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
constexpr size_t most_names = 2;         // of a layer, besides the first other one
constexpr std::string_view processor = ".processor.";

using catalog::KeyNames;

/// The number of a block and the text after it; nullopt if `text` does not begin with one.
std::optional<std::pair<int64_t, std::string_view>> numbered(std::string_view text, char separator) {
  int64_t block = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, block);
  if (error != std::errc() || end == last || *end != separator || block < 0 || block > most_blocks)
    return std::nullopt;
  return std::pair(block, text.substr(static_cast<size_t>(end - text.data()) + 1));
}

/// The published names that `name` refers to: itself, or those with this name in other programs.
std::vector<std::string> published(std::string_view name, const std::vector<KeyNames::Part>& parts) {
  std::vector<std::string> found;
  for (const KeyNames::Part& part : parts) {
    if (name == part.published || name == flattened(part.published)) return {std::string(part.published)};
    if (name == part.other || name == flattened(part.other)) found.emplace_back(part.published);
  }
  if (found.empty()) found.emplace_back(name);
  return found;
}

/// @param number  which of its other names
OtherName renamed(std::string_view path, const std::vector<KeyNames::Part>& parts, size_t number) {
  auto found = std::ranges::find(parts, path, &KeyNames::Part::published);
  if (found == parts.end()) return {std::string(path)};
  for (auto next = found; number > 0 && next != parts.end(); --number) {
    next = std::find_if(next + 1, parts.end(), [&](const auto& part) { return part.published == path; });
    if (next != parts.end()) found = next;
  }
  const auto slice =
      std::count_if(parts.begin(), found, [&](const auto& p) { return p.other == found->other; });
  return {std::string(found->other), static_cast<size_t>(slice), found->halves_swapped};
}

bool drop(std::string_view& text, std::string_view prefix) {
  const bool there = text.starts_with(prefix);
  if (there) text.remove_prefix(prefix.size());
  return there;
}

/// Removes the end of a key, which identifies its tensor. @return false: not a LoRA key
bool take_ending(std::string_view& key, LoraKey& parsed) {
  using Part = LoraKey::Part;
  static constexpr std::array<std::pair<std::string_view, Part>, 17> endings = {
      {{".lora_A.weight", Part::A},
       {".lora_B.weight", Part::B},
       {".lora_down.weight", Part::A},
       {".lora_up.weight", Part::B},
       {".lora.down.weight", Part::A},
       {".lora.up.weight", Part::B},
       {".lora_linear_layer.down.weight", Part::A},
       {".lora_linear_layer.up.weight", Part::B},
       {".lora_A", Part::A},
       {".lora_B", Part::B},
       {".lora_magnitude_vector", Part::magnitude},
       {".lora_magnitude_vector.weight", Part::magnitude},
       {".dora_scale", Part::magnitude},
       {".alpha", Part::alpha},
       {".diff", Part::change},
       {".diff_b", Part::bias_change},
       {".diff_m", Part::modulation_change}}};
  // Attention processors of older diffusers: attn1.processor.to_q_lora.down.weight
  static constexpr std::array<std::pair<std::string_view, Part>, 2> of_processors = {
      {{".down.weight", Part::A}, {".up.weight", Part::B}}};
  const auto take = [&](const auto& known) {
    const auto ending =
        std::ranges::find_if(known, [&](const auto& each) { return key.ends_with(each.first); });
    if (ending == known.end()) return false;
    key.remove_suffix(ending->first.size());
    parsed.part = ending->second;
    return true;
  };
  if (take(endings)) return true;
  if (key.find(processor) != key.npos && take(of_processors)) return true;
  for (const OtherForm& form : other_forms())
    for (const std::string_view part : form.parts) {
      if (!key.ends_with(part) || !key.substr(0, key.size() - part.size()).ends_with('.')) continue;
      key.remove_suffix(part.size() + 1);
      parsed.part = Part::other;
      parsed.other = part;
      return true;
    }
  // PEFT's names of adapters: lora_A.default.weight
  for (const auto& [mark, part] : {std::pair(std::string_view(".lora_A."), Part::A),
                                   {".lora_B.", Part::B},
                                   {".lora_magnitude_vector.", Part::magnitude}}) {
    const size_t at = key.rfind(mark);
    if (at == key.npos || !key.ends_with(".weight")) continue;
    const size_t name = at + mark.size(), end = key.size() - std::string_view(".weight").size();
    if (end <= name || key.substr(name, end - name).find('.') != key.npos) continue;
    parsed.adapter = key.substr(name, end - name);
    parsed.part = part;
    key = key.substr(0, at);
    return true;
  }
  return false;
}

bool is_of_text_encoder(std::string_view key) {
  while (drop(key, "module.") || drop(key, "_orig_mod.") || drop(key, "base_model.model.") ||
         drop(key, "pipe."))
    continue;
  static constexpr std::array starts{"text_encoder",
                                     "text_model.",
                                     "lora_te",
                                     "lora_prior_te",
                                     "te.",
                                     "te1.",
                                     "te2.",
                                     "te3.",
                                     "clip_l.",
                                     "clip_g.",
                                     "t5xxl.",
                                     "llama.",
                                     "cond_stage_model.",
                                     "conditioner."};
  return std::ranges::any_of(starts, [&](std::string_view start) { return key.starts_with(start); });
}

/// Removes names of wrappers between those of modules.
std::string without_wrappers(std::string_view path) {
  static constexpr std::array wrappers{"module", "_orig_mod", "_fsdp_wrapped_module",
                                       "_checkpoint_wrapped_module"};
  std::string kept;
  while (!path.empty()) {
    const size_t end = std::min(path.find('.'), path.size());
    if (std::ranges::find(wrappers, path.substr(0, end)) == wrappers.end())
      kept += (kept.empty() ? "" : ".") + std::string(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return kept;
}

/// The layer that an attention processor's LoRA belongs to: "attn1.processor.to_out_lora" is attn1.to_out.0.
std::string without_processor(std::string_view module) {
  constexpr std::string_view ending = "_lora";
  const size_t at = module.find(processor);
  if (at == module.npos || !module.ends_with(ending)) return std::string(module);
  std::string_view layer = module.substr(at + processor.size());
  layer.remove_suffix(std::min(layer.size(), ending.size()));
  return std::string(module.substr(0, at)) + '.' + std::string(layer) + (layer == "to_out" ? ".0" : "");
}

/// The other name of this number, or the last one.
OtherName numbered_name(std::string_view path, const KeyNames& names, size_t number) {
  for (const KeyNames::Blocks& list : names.blocks) {
    if (!path.starts_with(list.published) || !path.substr(list.published.size()).starts_with('.')) continue;
    const auto place = numbered(path.substr(list.published.size() + 1), '.');
    if (!place) continue;
    OtherName other = renamed(place->second, list.parts, number);
    other.name = std::string(list.other) + '.' + std::to_string(place->first) + '.' + other.name;
    return other;
  }
  return renamed(path, names.outside, number);
}

}  // namespace

std::span<const OtherForm> other_forms() {
  static const std::array<OtherForm, 2> forms{
      {{"LoHa",
        {"hada_w1_a", "hada_w1_b", "hada_w2_a", "hada_w2_b"},
        {{"hada_w1_a", "hada_w1_b", "hada_w2_a", "hada_w2_b"}}},
       {"LoKr",
        {"lokr_w1", "lokr_w1_a", "lokr_w1_b", "lokr_w2", "lokr_w2_a", "lokr_w2_b"},
        {{"lokr_w1", "lokr_w2"},
         {"lokr_w1", "lokr_w2_a", "lokr_w2_b"},
         {"lokr_w1_a", "lokr_w1_b", "lokr_w2"},
         {"lokr_w1_a", "lokr_w1_b", "lokr_w2_a", "lokr_w2_b"}}}}};
  return forms;
}

OtherName other_name(std::string_view path, const KeyNames& names, LoraFormat format) {
  return numbered_name(path, names, format == LoraFormat::comfyui ? most_names : 0);
}

std::optional<LoraKey> parse_lora_key(std::string_view key) {
  LoraKey parsed;
  std::string_view rest = key;
  if (!take_ending(rest, parsed) || is_of_text_encoder(key)) return std::nullopt;
  parsed.module = without_wrappers(rest);
  std::string_view module = parsed.module;
  if (drop(module, "lora_unet_") || drop(module, "lora_transformer_") || drop(module, "lycoris_")) {
    parsed.format = LoraFormat::kohya;
    while (drop(module, "_")) continue;  // of a root module without a name
    drop(module, "model_");              // of a wrapper in musubi-tuner
  } else {
    static constexpr std::array prefixes{"base_model.model.", "model.", "pipe.", "dit.", "unet.",
                                         "transformer."};
    bool found = true;
    while (found) {
      const bool is_comfyui = drop(module, "diffusion_model.");
      if (is_comfyui) parsed.format = LoraFormat::comfyui;
      found = is_comfyui ||
              std::ranges::any_of(prefixes, [&](std::string_view prefix) { return drop(module, prefix); });
    }
  }
  parsed.module = without_processor(module);
  return parsed;
}

std::optional<UnsupportedKind> unsupported_kind(std::string_view key) {
  struct Mark {
    std::string_view text;  // anywhere in the key if it ends in _ or a dot, otherwise a suffix
    UnsupportedKind kind;
  };
  static constexpr std::array<Mark, 17> marks = {{{".hada_", {"LoHa of a convolution"}},
                                                  {".lokr_", {"LoKr of a convolution"}},
                                                  {".lora_magnitude_", {"DoRA"}},
                                                  {".oft_", {"OFT"}},
                                                  {".boft_", {"BOFT"}},
                                                  {".ia3_", {"IA3"}},
                                                  {".on_input", {"IA3", false}},
                                                  {".vera_lambda_", {"VeRA"}},
                                                  {".lora_mid.", {"LoCon with a Tucker decomposition"}},
                                                  {".lora_embedding_", {"LoRA of an embedding"}},
                                                  {".a1.weight", {"GLoRA", false}},
                                                  {".b1.weight", {"GLoRA", false}},
                                                  {".base_layer.", {"weights of the model", false}},
                                                  {".set_weight", {"whole weights", false}},
                                                  {".w_norm", {"norms", false}},
                                                  {".b_norm", {"norms", false}},
                                                  {".bias", {"biases", false}}}};
  if (is_of_text_encoder(key)) return UnsupportedKind{"LoRA of a text encoder", key.find("lora") != key.npos};
  const auto mark = std::ranges::find_if(marks, [&](const Mark& each) {
    const bool is_anywhere = each.text.back() == '_' || each.text.back() == '.';
    return is_anywhere ? key.find(each.text) != key.npos : key.ends_with(each.text);
  });
  return mark == marks.end() ? std::nullopt : std::optional(mark->kind);
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
    for (size_t i = 0; i <= most_names; ++i) {
      const OtherName other = numbered_name(path, names, i);
      for (const std::string& name : {other.name, flattened(other.name)}) fused[name][other.slice] = path;
    }
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
      return "diffusion_model." + other_name(path, names, format).name;
    case LoraFormat::kohya:
      return "lora_unet_" + flattened(names.kohya_has_other_names ? other_name(path, names).name : path);
    default:  // paths in a second network name it
      return (path.starts_with("transformer_2.") ? "" : "transformer.") + std::string(path);
  }
}

}  // namespace fw::model_files
