// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/error.h"

/// JSON out of files that people send one another, which may hold anything.
namespace fw {

/// Room for the shard index of a model with a hundred thousand tensors; a value takes many times its text.
inline constexpr size_t largest_json = 16 << 20;
/// Model folders, lists and answers need five levels. To copy, compare or write a value takes stack for each.
inline constexpr int deepest_json = 64;

/// @return the value, or one that is_discarded() for text that is no JSON or exceeds the limits above
/// @param problem  if given and the text is refused: where and why, "line 3: …"
/// Thread: any. Cost: O(size)
nlohmann::json parse_json(std::string_view text, std::string* problem = nullptr);

inline constexpr ErrorCode bad_json{"base.bad_json", FW_TEXT("errors", "{file} is not JSON: {reason}."),
                                    FW_TEXT("errors", "Download the file again."), Blame::input};

/// The whole file. @throws fw::Error base.read_failed, base.bad_json
nlohmann::json read_json(const std::filesystem::path& file);

/// The JSON library makes whole numbers of fractions, of true and of what fits no int64_t.
/// @throws std::invalid_argument for what is none
int64_t whole_number(const nlohmann::json& value);

}  // namespace fw
