// SPDX-License-Identifier: Apache-2.0
#include "model_files/peft_metadata.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/json_text.h"
#include "base/shared_pattern.h"

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

/// As in PEFT, a pattern is for a whole path or its end after a dot. nullopt: not a regular expression
std::optional<std::regex> expression_of(const std::string& pattern) try {
  return std::regex("(?:.*\\.)?(?:" + pattern + ")", shared_pattern);
} catch (const std::regex_error&) {
  return std::nullopt;
}

/// Matches modules with a pattern. Most patterns are plain names, and there may be as many as modules.
class PatternMatch {
 public:
  explicit PatternMatch(const std::string& pattern) : pattern_(pattern) {
    if (!is_name(pattern)) expression_ = expression_of(pattern);
  }
  bool operator()(const std::string& module) const {
    if (expression_) return std::regex_match(module, *expression_);
    return module == pattern_ || module.ends_with("." + pattern_);
  }

 private:
  const std::string& pattern_;
  std::optional<std::regex> expression_;
};

constexpr std::string_view networks[] = {"transformer", "transformer_2"};

/// The network that a module's name begins with.
std::string_view network_of(std::string_view module) {
  return module.starts_with("transformer_2.") ? networks[1] : networks[0];
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
  for (const std::string_view network : networks) {
    if (const Json* all = alpha(network); all != nullptr && !all->is_number())
      refuse("lora_alpha", "a number");
    const Json* pattern = get("alpha_pattern", network);
    if (pattern == nullptr) continue;
    if (!pattern->is_object()) return refuse("alpha_pattern", "a list of names with their numbers");
    for (const auto& [name, value] : pattern->items()) {
      if (!value.is_number()) refuse("alpha_pattern of " + name, "a number");
      if (!is_name(name) && !expression_of(name))
        refuse("alpha_pattern of " + name, "of a name or a regular expression");
    }
  }
}

double PeftMetadata::alpha_of(const std::string& name, const std::string& path, int64_t rank) const {
  const auto fallback = static_cast<double>(rank);
  if (!problem_.empty()) return fallback;
  const double factor = has("use_rslora") ? std::sqrt(fallback) : 1;
  if (const Json* own = in_pattern("alpha_pattern", name, path)) return own->get<double>() * factor;
  const Json* all = alpha(network_of(name));
  return (all != nullptr ? all->get<double>() : fallback) * factor;
}

double PeftMetadata::scale_of_whole(const std::string& name, const std::string& path) const {
  const Json* rank = in_pattern("rank_pattern", name, path);
  if (rank == nullptr) rank = get("r", network_of(name));
  const Json* all = in_pattern("alpha_pattern", name, path);
  if (all == nullptr) all = alpha(network_of(name));
  const bool is_stated = rank != nullptr && rank->is_number() && all != nullptr && problem_.empty();
  return is_stated && rank->get<double>() > 0 ? all->get<double>() / rank->get<double>() : 1;
}

const Json* PeftMetadata::alpha(std::string_view network) const {
  const Json* of_lora = get("lora_alpha", network);
  return of_lora != nullptr ? of_lora : get("alpha", network);
}

const Json* PeftMetadata::in_pattern(const char* list, const std::string& name,
                                     const std::string& path) const {
  const Json* pattern = get(list, network_of(name));
  if (pattern == nullptr || !pattern->is_object()) return nullptr;
  for (auto entry = pattern->begin(); entry != pattern->end(); ++entry) {
    const PatternMatch is_for(entry.key());
    if (is_for(name) || is_for(path)) return &*entry;
  }
  return nullptr;
}

bool PeftMetadata::has(const char* flag) const {
  const Json* value = get(flag);
  return value != nullptr && value->is_boolean() && value->get<bool>();
}

/// Null counts as not stated.
const Json* PeftMetadata::get(std::string_view name, std::string_view network) const {
  const auto in = [](const Json& object, const std::string& key) -> const Json* {
    const auto found = object.find(key);
    return found != object.end() && !found->is_null() ? &*found : nullptr;
  };
  const std::string entry(name), prefix(network);
  if (const Json* own = in(json_, prefix + "." + entry)) return own;
  if (const Json* object = in(json_, prefix); object != nullptr && object->is_object())
    if (const Json* own = in(*object, entry)) return own;
  if (const Json* common = in(json_, entry)) return common;
  return network == networks[0] ? nullptr : get(name);
}

}  // namespace fw::model_files
