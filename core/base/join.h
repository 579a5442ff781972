// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

/// Joins lists to text. Thread: any.
namespace fw {

inline void append_item(std::string& list, std::string_view item, std::string_view separator = ", ") {
  if (!list.empty()) list += separator;
  list += item;
}

/// @param text_of  converts an item to text: a function, or a text member
template <typename Range, typename TextOf = std::identity>
std::string join(const Range& range, std::string_view separator = ", ", TextOf text_of = {}) {
  std::string list;
  for (const auto& item : range) append_item(list, std::invoke(text_of, item), separator);
  return list;
}

}  // namespace fw
