// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace fw::interchange {

/// Reads the part of YAML that configuration files of trainers use: nested mappings and lists by indentation
/// or in brackets, quoted and plain texts, block texts (| and >), comments, several documents of which the
/// first is taken. Plain values become numbers, booleans and null as in YAML 1.2; a repeated key keeps its
/// last value. Not read: anchors, tags and keys in brackets.
/// @return the value, or one that is_discarded()
/// @param problem  if given, receives where and why the text was rejected: "line 3: …"
/// Thread: any. Cost: O(size)
nlohmann::json parse_yaml(std::string_view text, std::string* problem = nullptr);

}  // namespace fw::interchange
