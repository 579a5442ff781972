// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

/// Enums whose values run files and commands name by a word. Their values count from 1, and beside each
/// stands `words(Enum)`, the list of its words in that order.
namespace fw::catalog {

/// "text_to_video"
template <typename Choice>
constexpr std::string_view word(Choice choice) {
  return words(choice)[static_cast<size_t>(choice) - 1];
}

/// Nothing when it is none of the words.
template <typename Choice>
constexpr std::optional<Choice> choice_of(std::string_view text) {
  const auto all = words(Choice{});
  const auto found = std::ranges::find(all, text);
  if (found == all.end()) return std::nullopt;
  return static_cast<Choice>(found - all.begin() + 1);
}

template <typename Choice>
std::vector<std::string_view> all_words() {
  const auto all = words(Choice{});
  return {all.begin(), all.end()};
}

}  // namespace fw::catalog
