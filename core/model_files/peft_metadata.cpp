// SPDX-License-Identifier: Apache-2.0
#include "model_files/peft_metadata.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/json_text.h"

namespace fw::model_files {

namespace {

using Json = nlohmann::json;

std::optional<double> number_of(const std::string& text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

bool is_stated(const std::string& value) {
  return !value.empty() && value != "None" && value != "null";
}

bool is_name(std::string_view pattern) {
  return std::ranges::all_of(pattern,
                             [](unsigned char c) { return std::isalnum(c) != 0 || c == '.' || c == '_'; });
}

}  // namespace

PeftMetadata::PeftMetadata(const safetensors::Metadata& metadata, const std::filesystem::path& file) {
  read(metadata, file);
  if (json_.empty()) read_plain(metadata);
  check();
  if (problem_.empty()) read_genmo(metadata);
}

void PeftMetadata::read(const safetensors::Metadata& metadata, const std::filesystem::path& file) {
  Json read;
  std::string place = key;
  if (const auto found = metadata.find(key); found != metadata.end()) {
    read = parse_json(found->second);
  } else if (const auto config = file.parent_path() / "adapter_config.json";
             file.filename() == "adapter_model.safetensors" && std::filesystem::exists(config)) {
    place = "adapter_config.json";
    try {
      read = read_json(config);
    } catch (const Error& error) {
      problem_ = error.fault().message();
      return;
    }
  } else {
    return;
  }
  if (read.is_object())
    json_ = std::move(read);
  else
    problem_ = place + " is not a JSON object";
}

void PeftMetadata::read_plain(const safetensors::Metadata& metadata) {
  static constexpr std::array names{"lora_alpha", "network_alpha", "alpha"};
  for (const auto& [entry, value] : metadata) {
    const size_t dot = entry.rfind('.');
    const std::string name = dot == entry.npos ? entry : entry.substr(dot + 1);
    if (std::ranges::find(names, name) == names.end() || entry.starts_with("text_encoder") ||
        !is_stated(value))
      continue;
    const auto number = number_of(value);
    if (!number) {
      problem_ = entry + " is " + value.substr(0, 60) + ", not a number";
    } else if (json_.contains("lora_alpha") && json_["lora_alpha"] != *number) {
      problem_ = "the metadata has several values of alpha";
    }
    if (number) json_["lora_alpha"] = *number;
  }
}

/// Genmo's trainer has separate alphas for the layers before and after attention.
void PeftMetadata::read_genmo(const safetensors::Metadata& metadata) {
  const auto genmo = metadata.find("kwargs");
  const Json kwargs = genmo == metadata.end() ? Json() : parse_json(genmo->second);
  if (!kwargs.is_object() || !kwargs.contains("qkv_proj_lora_alpha")) return;
  Json& pattern = json_["alpha_pattern"];
  if (!pattern.is_object()) pattern = Json::object();
  for (const char* layer : {"to_q", "to_k", "to_v", "add_q_proj", "add_k_proj", "add_v_proj"})
    pattern[layer] = kwargs.at("qkv_proj_lora_alpha");
  json_["lora_alpha"] = kwargs.value("out_proj_lora_alpha", Json());
  check();
}

void PeftMetadata::check() {
  const auto refuse = [&](const std::string& name, const char* wanted) {
    if (problem_.empty()) problem_ = name + " in the LoRA's metadata is not " + wanted;
  };
  if (const Json* alpha = get("lora_alpha"); alpha != nullptr && !alpha->is_number())
    refuse("lora_alpha", "a number");
  const Json* pattern = get("alpha_pattern");
  if (pattern == nullptr) return;
  if (!pattern->is_object()) return refuse("alpha_pattern", "a list of names with their numbers");
  for (const auto& [name, value] : pattern->items()) {
    if (!value.is_number()) refuse("alpha_pattern of " + name, "a number");
    if (!is_name(name))
      refuse("alpha_pattern of " + name, "of a module's name (regular expressions are not read)");
  }
}

double PeftMetadata::alpha_of(const std::string& name, const std::string& path, int64_t rank) const {
  if (!problem_.empty()) return static_cast<double>(rank);
  if (const Json* pattern = get("alpha_pattern")) {
    for (const auto& [end, value] : pattern->items()) {
      const auto is_meant = [&](const std::string& module) {
        return module == end || module.ends_with("." + end);
      };
      if (is_meant(name) || is_meant(path)) return value.get<double>();
    }
  }
  const Json* alpha = get("lora_alpha");
  return alpha != nullptr ? alpha->get<double>() : static_cast<double>(rank);
}

bool PeftMetadata::has(const char* flag) const {
  const Json* value = get(flag);
  return value != nullptr && value->is_boolean() && value->get<bool>();
}

/// Null counts as not stated.
const Json* PeftMetadata::get(const std::string& name) const {
  for (const std::string& path : {"transformer." + name, name}) {
    if (const auto found = json_.find(path); found != json_.end() && !found->is_null()) return &*found;
  }
  return nullptr;
}

}  // namespace fw::model_files
