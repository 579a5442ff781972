// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Unicode properties for splitting a text into words. Thread: any.
namespace fw::text {

bool is_letter(char32_t c);  ///< category L
bool is_number(char32_t c);  ///< category N
bool is_space(char32_t c);   ///< property White_Space

/// True if a text begins, or ends, with these words: "a fox" begins with "a", "after" does not. Han, kana,
/// Thai and other scripts write words without spaces, so any of their letters may begin one.
bool begins_with_words(std::string_view text, std::string_view words);
bool ends_with_words(std::string_view text, std::string_view words);

/// A text as characters, each with the byte at which its source begins.
struct Characters {
  std::u32string letters;
  std::vector<size_t> begins;
};

enum class Form { as_is, composed, composed_lower_case };

/// @param text   invalid UTF-8 becomes U+FFFD
/// @param begin  offset of its first byte
/// @param form   composed: normal form NFC; composed_lower_case: also context-free lower case for each
///               character
Characters characters(std::string_view text, size_t begin, Form form);

/// Appends a character in UTF-8.
void append_utf8(std::string& bytes, char32_t c);

}  // namespace fw::text
