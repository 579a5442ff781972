// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace fw::interchange {

/// Reads the first document of a YAML text by libyaml, as PyYAML does. Plain values become numbers, booleans
/// and null as in YAML 1.2; a repeated key keeps its last value; aliases and merge keys (<<) are resolved.
/// Rejected: other tags than of strings, keys that are not scalars, more than 64 levels, 1 MiB of text or a
/// million values.
/// @return the value, or one that is_discarded()
/// @param problem  if given, receives where and why the text was rejected: "line 3: …"
/// Thread: any. Cost: O(size)
nlohmann::json parse_yaml(std::string_view text, std::string* problem = nullptr);

}  // namespace fw::interchange
