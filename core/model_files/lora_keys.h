// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/choices.h"
#include "catalog/key_names.h"

namespace fw::model_files {

/// Names of the tensors in a LoRA file.
///   diffusers  transformer.<path>.lora_A.weight, alpha in the metadata (also PEFT's own files)
///   comfyui    diffusion_model.<ComfyUI's name>.lora_A.weight, .alpha
///   kohya      lora_unet_<path with _ for .>.lora_down.weight, .alpha
enum class LoraFormat { diffusers, comfyui, kohya };
constexpr auto choices_of(LoraFormat) {
  return std::array{Choice{LoraFormat::diffusers, "diffusers"}, Choice{LoraFormat::comfyui, "comfyui"},
                    Choice{LoraFormat::kohya, "kohya"}};
}

/// A key of a LoRA file, taken apart.
struct LoraKey {
  enum class Part { A, B, alpha };
  LoraFormat format = LoraFormat::diffusers;
  std::string module;  ///< without prefix; for kohya still with underscores
  Part part = Part::A;
  std::string adapter;  ///< PEFT's name of the adapter; mostly none, or "default"
};
/// Prefixes of programs and of wrappers (DistributedDataParallel, FSDP, torch.compile) are dropped.
/// Nothing when the key is none of a LoRA of the video model (a text encoder's, DoRA's, LoHa's, …).
std::optional<LoraKey> parse_lora_key(std::string_view key);

/// A kind of adapter, or part of one, that is not supported.
struct UnsupportedKind {
  std::string_view name;            ///< "DoRA", "the LoRA of a text encoder", …
  bool is_adapter_for_sure = true;  ///< false: keys of other files look the same
};
/// The kind that a key belongs to; nothing for an unknown one.
std::optional<UnsupportedKind> unsupported_kind(std::string_view key);

/// Where a key's module is.
struct ModulePlace {
  std::string_view list;           ///< published name of its list of blocks; empty outside of blocks
  int64_t block = 0;               ///< in the list
  std::vector<std::string> names;  ///< published, without the block; several of a fused matrix, in its order
};
ModulePlace place_of(const LoraKey& key, const catalog::KeyNames& names);

/// The names of a family; nothing but the published ones where it has no others.
const catalog::KeyNames& key_names(std::string_view family);
/// For a file without a model: the names of the family that knows most of these modules.
const catalog::KeyNames& guess_key_names(std::span<const LoraKey> keys);

/// What a path of the published model is called elsewhere: "transformer_blocks.3.attn1.to_out.0" ->
/// "blocks.3.attn_out".
struct OtherName {
  std::string name;
  size_t slice = 0;  ///< of a fused matrix
  bool halves_swapped = false;
};
OtherName other_name(std::string_view path, const catalog::KeyNames& names);

/// The linear layers of a model by every name that files give them.
class ModuleNames {
 public:
  ModuleNames(const std::vector<std::string>& paths, const catalog::KeyNames& names);
  /// What a file's module name means.
  struct Meaning {
    std::vector<std::string> paths;  ///< several for a fused matrix, in the order of its rows
    bool is_other_name = false;      ///< not the published one
  };
  /// nullptr when it means no layer of the model.
  const Meaning* find(const std::string& module) const;

 private:
  std::map<std::string, Meaning> meanings_;
};

/// The key of module `path` in a file of `format`, without the part's end. Paths of one fused matrix have the
/// same.
std::string key_of(std::string_view path, LoraFormat format, const catalog::KeyNames& names);

}  // namespace fw::model_files
