// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fw::model_files {

/// How a LoRA file names what it holds.
///   diffusers  transformer.<path>.lora_A.weight, alpha in the metadata (also PEFT's own files)
///   comfyui    diffusion_model.<ComfyUI's name>.lora_A.weight, .alpha
///   kohya      lora_unet_<path with _ for .>.lora_down.weight, .alpha
enum class LoraFormat { diffusers, comfyui, kohya };
/// "diffusers", "comfyui", "kohya"
std::string_view to_string(LoraFormat format);

/// ComfyUI's name of a module of the published model: "transformer_blocks.3.attn1.to_out.0" ->
/// "blocks.3.attn_out". ComfyUI renames some modules of CogVideoX; others keep their names.
std::string comfyui_name(std::string_view path);

/// A key of a LoRA file, taken apart.
struct LoraKey {
  enum class Part { A, B, alpha };
  LoraFormat format = LoraFormat::diffusers;
  std::string module;  ///< without prefix; for kohya still with underscores
  Part part = Part::A;
};
/// Nothing when the key is none of a LoRA of the video model (a text encoder's, DoRA's, LoHa's, …).
std::optional<LoraKey> parse_lora_key(std::string_view key);

/// Where a key's module is: the number of its block, and its published name in it, "attn1.to_out.0". Modules
/// outside of the blocks have no number.
struct ModulePlace {
  std::optional<int64_t> block;
  std::string name;
};
ModulePlace place_of(const LoraKey& key);

/// The path among `paths` that a file's module name means, by its own, ComfyUI's or its flattened name;
/// empty when there is none.
std::string find_path(const std::string& module, const std::vector<std::string>& paths);

/// The keys of module `path` in a file of `format`, without the parts' ends.
std::string key_of(std::string_view path, LoraFormat format);

}  // namespace fw::model_files
