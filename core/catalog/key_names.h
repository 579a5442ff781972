// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace fw::catalog {

/// How ComfyUI's own loader maps the keys of a LoRA file to its modules (comfy/lora.py), if not only by
/// "diffusion_model." or "lora_unet_" before its module name.
struct ComfyLoader {
  using Renamings = std::vector<std::pair<std::string_view, std::string_view>>;
  bool reads_bare_names = false;  ///< also module names without a prefix
  /// Parts of `other` names, and what ComfyUI turns them into on loading a model.
  Renamings modules{};
  /// Parts of its module names, and their names in LoRA files that it reads, too, after "diffusion_model." or
  /// "transformer.".
  Renamings in_loras{};
};

/// Module names in ComfyUI and in a model's original repository that differ from diffusers'. Modules that are
/// not listed have the same name everywhere.
struct KeyNames {
  /// One linear layer. Layers with the same `other` name are fused into one matrix there: the rows of the
  /// first, then those of the second, in table order. A layer with several names has one Part for each: its
  /// first is used in kohya's files, its last in ComfyUI's.
  struct Part {
    std::string_view published;   ///< "attn.to_q"
    std::string_view other;       ///< "img_attn_qkv"
    bool halves_swapped = false;  ///< there, the second half of the rows comes first
  };
  /// A list of blocks. Lists inside another module have a dot in their name; their blocks do not count as the
  /// transformer's.
  struct Blocks {
    std::string_view published;  ///< "transformer_blocks"
    std::string_view other;      ///< "blocks"
    std::vector<Part> parts;
  };
  std::vector<Blocks> blocks;
  std::vector<Part> outside;  ///< outside of all blocks
  std::vector<std::string_view>
      full_width;                      ///< published names of block layers whose input has the model's width
  bool kohya_has_other_names = false;  ///< used by kohya's scripts, too
  std::string_view modulation{};       ///< published name of the parameter of each block and of the head
  /// True for a published name in parts of the model that this program does without. LoRA files may have
  /// modules of them, which are not read.
  bool (*skips)(std::string_view name) = nullptr;
  std::optional<ComfyLoader> comfy{};  ///< nullopt: ComfyUI does not have the model
};

}  // namespace fw::catalog
