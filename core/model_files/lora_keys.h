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
/// The tensors of LoHa and LoKr have the same names in all of them (.hada_w1_a, .lokr_w1), as in LyCORIS. The
/// magnitude of DoRA is .lora_magnitude_vector in diffusers, and a column .dora_scale elsewhere.
enum class LoraFormat { diffusers, comfyui, kohya };
constexpr auto choices_of(LoraFormat) {
  return std::array{Choice{LoraFormat::diffusers, "diffusers"}, Choice{LoraFormat::comfyui, "comfyui"},
                    Choice{LoraFormat::kohya, "kohya"}};
}

/// A form of adapter other than LoRA, by the tensors of its modules. For a new one, add a row to
/// other_forms() and the form itself to core/adapters.
struct OtherForm {
  std::string_view name;                ///< "LoHa"
  std::vector<std::string_view> parts;  ///< the ends of its tensors' names
  /// One of these sets is complete.
  std::vector<std::vector<std::string_view>> complete;
};
std::span<const OtherForm> other_forms();

/// A parsed key of a LoRA file.
struct LoraKey {
  /// other: a tensor of another form; changes: of whole tensors
  enum class Part { A, B, other, magnitude, alpha, change, bias_change, modulation_change };
  LoraFormat format = LoraFormat::diffusers;
  std::string module;  ///< without prefix; for kohya with underscores
  Part part = Part::A;
  std::string adapter;  ///< PEFT's name of the adapter; usually empty, or "default"
  std::string other;    ///< name of a tensor of another form: "hada_w1_a"
  bool is_change() const { return part >= Part::change; }
};
/// Drops prefixes of programs and wrappers (DistributedDataParallel, FSDP, torch.compile). nullopt if the key
/// does not belong to a LoRA of the video model (but to a text encoder's, OFT, …).
std::optional<LoraKey> parse_lora_key(std::string_view key);

/// A kind of adapter, or part of one, that is not supported.
struct UnsupportedKind {
  std::string_view name;            ///< "OFT", "the LoRA of a text encoder", …
  bool is_adapter_for_sure = true;  ///< false: keys in other kinds of files look the same
};
/// The unsupported kind that a key belongs to; nullopt if unknown.
std::optional<UnsupportedKind> unsupported_kind(std::string_view key);

/// The location of a key's module.
struct ModulePlace {
  std::string_view list;           ///< published name of its block list; empty outside of blocks
  int64_t block = 0;               ///< in the list
  std::vector<std::string> names;  ///< published, without the block; several for a fused matrix, in order
};
ModulePlace place_of(const LoraKey& key, const catalog::KeyNames& names);

/// The names of a family; only the published names if it has no others.
const catalog::KeyNames& key_names(std::string_view family);
/// For a file without a model: the names of the family that has most of these modules.
const catalog::KeyNames& guess_key_names(std::span<const LoraKey> keys);

/// The other name of a path in the published model: "transformer_blocks.3.attn1.to_out.0" ->
/// "blocks.3.attn_out".
struct OtherName {
  std::string name;
  size_t slice = 0;  ///< within a fused matrix
  bool halves_swapped = false;
};
/// @param format  chooses among several names: comfyui the last one, other formats the first one
OtherName other_name(std::string_view path, const catalog::KeyNames& names,
                     LoraFormat format = LoraFormat::kohya);

/// The linear layers of a model by all their names in files.
class ModuleNames {
 public:
  ModuleNames(const std::vector<std::string>& paths, const catalog::KeyNames& names);
  /// The layers that a file's module name refers to.
  struct Meaning {
    std::vector<std::string> paths;  ///< several for a fused matrix, in row order
    bool is_other_name = false;      ///< not the published one
  };
  /// nullptr if it is not a layer of the model.
  const Meaning* find(const std::string& module) const;

 private:
  std::map<std::string, Meaning> meanings_;
};

/// The key of module `path` in a file of `format`, without the tensor's suffix. Paths fused into one matrix
/// share the key.
std::string key_of(std::string_view path, LoraFormat format, const catalog::KeyNames& names);

}  // namespace fw::model_files
