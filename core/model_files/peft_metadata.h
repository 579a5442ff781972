// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "safetensors/header.h"

namespace fw::model_files {

/// PEFT's `r`, `lora_alpha` (`alpha` for LoHa and LoKr), `rank_pattern` and `alpha_pattern`, from the first
/// of these sources in a LoRA file: diffusers' JSON in the metadata, PEFT's adapter_config.json next to
/// adapter_model.safetensors, or plain entries of the metadata (`lora_alpha`, `alpha` or `network_alpha`,
/// also prefixed by "transformer."). In JSON, the entries may be prefixed by the network's name
/// ("transformer.", "transformer_2.") or be in an object under it. Does not throw: values of the wrong type
/// are reported as a problem. Thread: any. Cost: the JSON; for adapter_config.json reading the file.
class PeftMetadata {
 public:
  static constexpr const char* key = "lora_adapter_metadata";

  PeftMetadata(const safetensors::Metadata& metadata, const std::filesystem::path& file);
  /// Alpha of one module, by its names in the file and in the model; `rank` if not stated. With `use_rslora`
  /// (rank-stabilised LoRA, Kalajdzievski 2023) the scale is alpha / sqrt(rank): returns alpha * sqrt(rank),
  /// which gives the same scale.
  double alpha_of(const std::string& name, const std::string& path, int64_t rank) const;
  /// Scale of a module without a rank of its own, LoKr of whole matrices: alpha / r if both are stated, or 1.
  double scale_of_whole(const std::string& name, const std::string& path) const;
  bool states_alpha() const { return alpha() != nullptr || get("alpha_pattern") != nullptr; }
  bool has(const char* flag) const;
  /// Why alpha cannot be read; empty if it can.
  const std::string& problem() const { return problem_; }

 private:
  void read(const safetensors::Metadata& metadata, const std::filesystem::path& file);
  void read_plain(const safetensors::Metadata& metadata);
  void read_genmo(const safetensors::Metadata& metadata);
  void check();
  const nlohmann::json* alpha(std::string_view network = "transformer") const;
  /// The entry for a module in a pattern list; nullptr if there is none.
  const nlohmann::json* in_pattern(const char* list, const std::string& name, const std::string& path) const;
  const nlohmann::json* get(std::string_view name, std::string_view network = "transformer") const;

  nlohmann::json json_ = nlohmann::json::object();
  std::string problem_;
};

}  // namespace fw::model_files
