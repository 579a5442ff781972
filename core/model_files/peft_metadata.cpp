// SPDX-License-Identifier: Apache-2.0
#include "model_files/peft_metadata.h"

#include "base/json_text.h"

namespace fw::model_files {

PeftMetadata::PeftMetadata(const safetensors::Metadata& metadata) {
  const auto found = metadata.find(key);
  if (found != metadata.end()) json_ = parse_json(found->second);
  if (!json_.is_object()) json_ = nlohmann::json::object();
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
