// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "interchange/run_mapping.h"

/// Configuration files of other trainers as JSON. Thread: any.
namespace fw::interchange {

/// Reads TOML, JSON or YAML, by the file's extension.
/// @return the value, or one that is_discarded() @param problem  if given, receives the reason
nlohmann::json parse_config(std::string_view text, std::string_view file_name,
                            std::string* problem = nullptr);

/// A value as the text of a flag: without quotes.
std::string text_of_value(const nlohmann::json& value);

/// The leaves of an object in file order, "optimizer.lr". Objects in lists have the list's name; null is left
/// out; keys lose dashes at their start.
std::vector<ForeignKey> keys_of(const nlohmann::json& object);

/// Maps a key with a list of two numbers to two settings.
void split_pair(RunMapping& mapping, std::string_view name, std::string_view first, std::string_view second);

}  // namespace fw::interchange
