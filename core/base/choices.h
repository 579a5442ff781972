// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "base/join.h"

/// Names of the values of an enum class, in a table next to it:
///   constexpr auto choices_of(Offload) { return std::array{Choice{Offload::none, "none"}, …}; }
namespace fw {

template <typename Enum>
struct Choice {
  Enum value;
  std::string_view name;
};
template <typename Enum>
Choice(Enum, std::string_view) -> Choice<Enum>;  // clang deduces it only for aggregates since version 17

template <typename Enum>
concept Named = std::is_enum_v<Enum> && requires(Enum value) {
  choices_of(value);
};

inline constexpr ErrorCode bad_choice{"base.bad_choice",
                                      FW_TEXT("errors", "“{value}” is not a valid value for {key}."),
                                      FW_TEXT("errors", "Choose one of: {choices}."), Blame::input};

/// The first name of the value; empty if it has none.
template <Named Enum>
constexpr std::string_view name_of(Enum value) {
  for (const auto& choice : choices_of(Enum{}))
    if (choice.value == value) return choice.name;
  return {};
}

template <Named Enum>
constexpr std::optional<Enum> find_choice(std::string_view name) {
  for (const auto& choice : choices_of(Enum{}))
    if (choice.name == name) return choice.value;
  return std::nullopt;
}

/// In table order.
template <Named Enum>
std::vector<std::string_view> all_names() {
  std::vector<std::string_view> names;
  for (const auto& choice : choices_of(Enum{})) names.push_back(choice.name);
  return names;
}

/// "none, model"
template <Named Enum>
std::string choices_text() {
  std::string text;
  for (const auto& choice : choices_of(Enum{})) append_item(text, choice.name);
  return text;
}

/// @param key  the setting that the name is a value of, for the message
/// @throws fw::Error base.bad_choice
template <Named Enum>
Enum parse_choice(std::string_view key, std::string_view name) {
  if (const auto value = find_choice<Enum>(name)) return *value;
  throw Error(bad_choice, {{"key", key}, {"value", name}, {"choices", choices_text<Enum>()}});
}

}  // namespace fw
