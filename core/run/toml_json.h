// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace fw::run {

/// Reads untrusted TOML of another program as JSON; dates become text.
/// @return the value, or one that is_discarded()
/// @param problem  if given, receives where and why the text was rejected: "line 3: …"
/// Thread: any. Cost: O(size)
nlohmann::json toml_as_json(std::string_view text, std::string* problem = nullptr);

}  // namespace fw::run
