// SPDX-License-Identifier: Apache-2.0
#include "interchange/config_text.h"

#include <algorithm>

#include "base/json_text.h"
#include "base/utf16.h"
#include "interchange/yaml.h"
#include "run/toml_json.h"

namespace fw::interchange {

namespace {

void add_leaves(const nlohmann::json& value, const std::string& name, std::vector<ForeignKey>& keys) {
  const auto is_plain = [](const nlohmann::json& item) { return !item.is_object() && !item.is_array(); };
  if (value.is_object()) {
    for (const auto& [key, below] : value.items()) {
      const std::string bare = key.substr(std::min(key.find_first_not_of('-'), key.size()));
      add_leaves(below, name.empty() ? bare : name + "." + bare, keys);
    }
  } else if (value.is_array() && std::ranges::all_of(value, is_plain)) {
    ForeignKey list{name};
    for (const nlohmann::json& item : value) list.values.push_back(text_of_value(item));
    keys.push_back(std::move(list));
  } else if (value.is_array()) {
    for (const nlohmann::json& item : value) {
      if (item.is_object())
        add_leaves(item, name, keys);
      else
        keys.push_back({name, {text_of_value(item)}});
    }
  } else if (!value.is_null()) {
    keys.push_back({name, {text_of_value(value)}});
  }
}

}  // namespace

nlohmann::json parse_config(std::string_view text, std::string_view file_name, std::string* problem) {
  const std::string content = decoded_text(std::string(text));
  if (file_name.ends_with(".toml")) return run::toml_as_json(content, problem);
  if (!file_name.ends_with(".json")) return parse_yaml(content, problem);
  return parse_json(content, problem);
}

std::string text_of_value(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::vector<ForeignKey> keys_of(const nlohmann::json& object) {
  std::vector<ForeignKey> keys;
  if (object.is_object()) add_leaves(object, "", keys);
  return keys;
}

void split_pair(RunMapping& mapping, std::string_view name, std::string_view first, std::string_view second) {
  const ForeignKey* const pair = mapping.find(name);
  if (pair == nullptr || pair->values.size() != 2) return;
  mapping.set_text({pair->name, {pair->values[0]}}, first);
  mapping.set_text({pair->name, {pair->values[1]}}, second);
  mapping.take_out(name);
}

}  // namespace fw::interchange
