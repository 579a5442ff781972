// SPDX-License-Identifier: Apache-2.0
#include "run/toml_json.h"

#include <sstream>

#include "run/toml.h"

namespace fw::run {

namespace {

nlohmann::json json_of(const toml::node& node) {
  if (const auto* table = node.as_table()) {
    nlohmann::json object = nlohmann::json::object();
    for (const auto& [key, value] : *table) object[std::string(key.str())] = json_of(value);
    return object;
  }
  if (const auto* array = node.as_array()) {
    nlohmann::json list = nlohmann::json::array();
    for (const toml::node& item : *array) list.push_back(json_of(item));
    return list;
  }
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return number->get();
  if (const auto* number = node.as_floating_point()) return number->get();
  if (const auto* flag = node.as_boolean()) return flag->get();
  std::ostringstream text;
  node.visit([&](const auto& value) { text << value; });
  return text.str();
}

}  // namespace

nlohmann::json toml_as_json(std::string_view text, std::string* problem) {
  try {
    return json_of(parse_toml(text));
  } catch (const toml::parse_error& error) {
    if (problem != nullptr)
      *problem =
          "line " + std::to_string(error.source().begin.line) + ": " + std::string(error.description());
    return nlohmann::json(nlohmann::json::value_t::discarded);
  }
}

}  // namespace fw::run
