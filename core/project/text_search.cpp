// SPDX-License-Identifier: Apache-2.0
#include "project/text_search.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace fw::project {

namespace {

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}
constexpr char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c;
}

const char* find_byte(const char* begin, const char* end, char byte) {
  const void* found = std::memchr(begin, byte, static_cast<size_t>(end - begin));
  return found ? static_cast<const char*>(found) : end;
}

bool mentions(std::string_view text, std::string_view word) {
  if (word.empty()) return true;
  if (text.size() < word.size()) return false;
  // Candidate positions of the word: memchr searches both cases of its first letter.
  const char* const end = text.data() + (text.size() - word.size() + 1);
  const char small = lower(word.front()), large = upper(word.front());
  const char* next_small = find_byte(text.data(), end, small);
  const char* next_large = small == large ? end : find_byte(text.data(), end, large);
  while (true) {
    const char* const begin = std::min(next_small, next_large);
    if (begin == end) return false;
    const bool equal = std::equal(word.begin() + 1, word.end(), begin + 1,
                                  [](char a, char b) { return lower(a) == lower(b); });
    if (equal) return true;
    (begin == next_small ? next_small : next_large) =
        find_byte(begin + 1, end, begin == next_small ? small : large);
  }
}

std::string_view text_of(sqlite3_value* value) {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_value_text(value));
  return bytes ? std::string_view(bytes, static_cast<size_t>(sqlite3_value_bytes(value)))
               : std::string_view();
}

void mentions_function(sqlite3_context* context, int count, sqlite3_value** values) {
  bool found = false;
  for (int i = 1; i < count && !found; ++i) {
    found = sqlite3_value_type(values[i]) != SQLITE_NULL && mentions(text_of(values[i]), text_of(values[0]));
  }
  sqlite3_result_int(context, found ? 1 : 0);
}

}  // namespace

void add_search_function(SQLite::Database& database) {
  database.createFunction("mentions", -1, /*abDeterministic=*/true, nullptr, mentions_function);
}

}  // namespace fw::project
