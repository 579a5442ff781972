// SPDX-License-Identifier: Apache-2.0
#include "model_files/peft_metadata.h"

#include "base/json_text.h"

namespace fw::model_files {

PeftMetadata::PeftMetadata(const safetensors::Metadata& metadata) {
  const auto found = metadata.find(key);
  if (found != metadata.end()) json_ = parse_json(found->second);
  if (!json_.is_object()) json_ = nlohmann::json::object();
  // Genmo's trainer has an alpha for what goes into attention and one for what comes out.
  const auto genmo = metadata.find("kwargs");
  const nlohmann::json kwargs = genmo == metadata.end() ? nlohmann::json() : parse_json(genmo->second);
  if (!kwargs.is_object() || !kwargs.contains("qkv_proj_lora_alpha")) return;
  for (const char* layer : {"to_q", "to_k", "to_v", "add_q_proj", "add_k_proj", "add_v_proj"})
    json_["alpha_pattern"][layer] = kwargs.at("qkv_proj_lora_alpha");
  json_["lora_alpha"] = kwargs.value("out_proj_lora_alpha", nlohmann::json());
}

double PeftMetadata::alpha_of(const std::string& path, int64_t rank) const {
  const double rank_number = static_cast<double>(rank);
  const nlohmann::json* pattern = get("alpha_pattern");
  if (pattern != nullptr && pattern->is_object()) {
    for (const auto& [name, value] : pattern->items()) {
      const bool meant = path == name || path.ends_with("." + name);
      if (meant && value.is_number()) return value.get<double>();
    }
  }
  const nlohmann::json* alpha = get("lora_alpha");
  return alpha != nullptr && alpha->is_number() ? alpha->get<double>() : rank_number;
}

bool PeftMetadata::has(const char* flag) const {
  const nlohmann::json* value = get(flag);
  return value != nullptr && value->is_boolean() && value->get<bool>();
}

const nlohmann::json* PeftMetadata::get(const std::string& name) const {
  for (const std::string& path : {"transformer." + name, name}) {
    if (const auto found = json_.find(path); found != json_.end()) return &*found;
  }
  return nullptr;
}

}  // namespace fw::model_files
