// SPDX-License-Identifier: Apache-2.0
#include "model_files/lora_keys.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace fw::model_files {

namespace {

std::string flattened(std::string_view path) {
  std::string flat(path);
  std::replace(flat.begin(), flat.end(), '.', '_');
  return flat;
}

constexpr int64_t most_blocks = 10'000;  // of any model

struct Renaming {
  std::string_view published;
  std::string_view comfyui;
};

// ComfyUI's CogVideoXTransformer3DModel against the published checkpoint; inside a block first.
constexpr std::array<Renaming, 6> in_block = {{{"attn1.to_q", "q"},
                                               {"attn1.to_k", "k"},
                                               {"attn1.to_v", "v"},
                                               {"attn1.to_out.0", "attn_out"},
                                               {"ff.net.0.proj", "ff_proj"},
                                               {"ff.net.2", "ff_out"}}};
constexpr std::array<Renaming, 4> outside = {{{"time_embedding.linear_1", "time_embedding_linear_1"},
                                              {"time_embedding.linear_2", "time_embedding_linear_2"},
                                              {"ofs_embedding.linear_1", "ofs_embedding_linear_1"},
                                              {"ofs_embedding.linear_2", "ofs_embedding_linear_2"}}};

}  // namespace

std::string_view to_string(LoraFormat format) {
  switch (format) {
    case LoraFormat::comfyui:
      return "comfyui";
    case LoraFormat::kohya:
      return "kohya";
    default:
      return "diffusers";
  }
}

std::string comfyui_name(std::string_view path) {
  constexpr std::string_view blocks = "transformer_blocks.";
  for (const Renaming& each : outside) {
    if (path == each.published) return std::string(each.comfyui);
  }
  if (!path.starts_with(blocks)) return std::string(path);
  std::string_view rest = path.substr(blocks.size());
  const size_t dot = rest.find('.');
  if (dot == std::string_view::npos) return std::string(path);
  const std::string number(rest.substr(0, dot));
  rest.remove_prefix(dot + 1);
  for (const Renaming& each : in_block) {
    if (rest == each.published) return "blocks." + number + "." + std::string(each.comfyui);
  }
  return "blocks." + number + "." + std::string(rest);
}

std::optional<LoraKey> parse_lora_key(std::string_view key) {
  struct Ending {
    std::string_view text;
    LoraKey::Part part;
  };
  static constexpr std::array<Ending, 9> endings = {{{".lora_A.weight", LoraKey::Part::A},
                                                     {".lora_B.weight", LoraKey::Part::B},
                                                     {".lora_A.default.weight", LoraKey::Part::A},
                                                     {".lora_B.default.weight", LoraKey::Part::B},
                                                     {".lora_down.weight", LoraKey::Part::A},
                                                     {".lora_up.weight", LoraKey::Part::B},
                                                     {".lora.down.weight", LoraKey::Part::A},
                                                     {".lora.up.weight", LoraKey::Part::B},
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

ModulePlace place_of(const LoraKey& key) {
  const auto published = [](std::string_view name, const auto& renamings) {
    for (const Renaming& each : renamings) {
      const bool means = name == each.published || name == each.comfyui ||
                         name == flattened(each.published) || name == flattened(each.comfyui);
      if (means) return std::string(each.published);
    }
    return std::string(name);
  };
  std::string_view rest = key.module;
  const char separator = key.format == LoraFormat::kohya ? '_' : '.';
  for (const std::string_view prefix : {"transformer_blocks", "blocks"}) {
    if (!rest.starts_with(prefix) || rest.size() <= prefix.size() || rest[prefix.size()] != separator)
      continue;
    rest.remove_prefix(prefix.size() + 1);
    int64_t block = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), block);
    if (error != std::errc() || end == rest.data() + rest.size() || *end != separator) break;
    if (block < 0 || block > most_blocks) break;
    rest.remove_prefix(static_cast<size_t>(end - rest.data()) + 1);
    return {block, published(rest, in_block)};
  }
  return {{}, published(key.module, outside)};
}

std::string find_path(const std::string& module, const std::vector<std::string>& paths) {
  const auto means = [&](const std::string& path) {
    const std::string comfyui = comfyui_name(path);
    return module == path || module == comfyui || module == flattened(path) || module == flattened(comfyui);
  };
  const auto found = std::find_if(paths.begin(), paths.end(), means);
  return found == paths.end() ? std::string() : *found;
}

std::string key_of(std::string_view path, LoraFormat format) {
  switch (format) {
    case LoraFormat::comfyui:
      return "diffusion_model." + comfyui_name(path);
    case LoraFormat::kohya:
      return "lora_unet_" + flattened(path);
    default:
      return "transformer." + std::string(path);
  }
}

}  // namespace fw::model_files
