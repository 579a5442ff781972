// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/error.h"

/// Reads untrusted JSON files, which may contain anything.
namespace fw {

/// Enough for the shard index of a model with a hundred thousand tensors; values take many times their text.
inline constexpr size_t largest_json = 16 << 20;
/// Model folders, lists and answers need five levels. Copying, comparing and writing use stack for each
/// level.
inline constexpr int deepest_json = 64;

/// @return the value, or one that is_discarded() for invalid JSON or text beyond the limits above
/// @param problem  if given, receives where and why the text was rejected: "line 3: …"
/// Thread: any. Cost: O(size)
nlohmann::json parse_json(std::string_view text, std::string* problem = nullptr);

inline constexpr ErrorCode bad_json{"base.bad_json", FW_TEXT("errors", "{file} is not JSON: {reason}."),
                                    FW_TEXT("errors", "Download the file again."), Blame::input};

/// Reads a whole file. @throws fw::Error base.read_failed, base.bad_json
nlohmann::json read_json(const std::filesystem::path& file);

/// Rejects fractions, booleans and values beyond int64_t, which the JSON library would convert silently.
/// @throws std::invalid_argument for anything else than an integer
int64_t whole_number(const nlohmann::json& value);

}  // namespace fw
