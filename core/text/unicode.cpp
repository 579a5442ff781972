// SPDX-License-Identifier: Apache-2.0
#include "text/unicode.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

namespace fw::text {

namespace {

constexpr char32_t replacement = 0xfffd;
constexpr char32_t dotted_capital_i = 0x130, dot_above = 0x307;

UChar32 code(char32_t c) {
  return static_cast<UChar32>(c);
}

/// In lower case if `form` has it; handles the only character whose lower case is two characters.
void append(Characters& to, char32_t c, size_t begin, Form form) {
  to.begins.push_back(begin);
  if (form == Form::composed) return to.letters.push_back(c);
  to.letters.push_back(c == dotted_capital_i ? U'i' : static_cast<char32_t>(u_tolower(code(c))));
  if (c != dotted_capital_i) return;
  to.letters.push_back(dot_above);
  to.begins.push_back(begin);
}

/// Composes each run of characters that cannot combine with those around it.
Characters composed(const Characters& from, Form form) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
  Characters to;
  const size_t count = from.letters.size();
  for (size_t i = 0; i < count;) {
    size_t end = i + 1;
    while (end < count && !nfc->hasBoundaryBefore(code(from.letters[end]))) ++end;
    if (end == i + 1 && nfc->isInert(code(from.letters[i]))) {
      append(to, from.letters[i], from.begins[i], form);
    } else {
      const auto stretch = icu::UnicodeString::fromUTF32(
          reinterpret_cast<const UChar32*>(from.letters.data() + i), static_cast<int32_t>(end - i));
      const icu::UnicodeString whole = nfc->normalize(stretch, status);
      for (int32_t at = 0; at < whole.length(); at = whole.moveIndex32(at, 1))
        append(to, static_cast<char32_t>(whole.char32At(at)), from.begins[i], form);
    }
    i = end;
  }
  return to;
}

bool extends_character(UChar32 c) {
  const int32_t kind = u_getIntPropertyValue(c, UCHAR_WORD_BREAK);
  return kind == U_WB_EXTEND || kind == U_WB_ZWJ;
}

/// A letter of a script that separates words by spaces, its combining marks, or a digit.
bool needs_border(UChar32 c) {
  const uint32_t category = U_GET_GC_MASK(c);
  if ((category & U_GC_N_MASK) != 0 || extends_character(c)) return true;
  const int32_t kind = u_getIntPropertyValue(c, UCHAR_WORD_BREAK);
  return (category & U_GC_L_MASK) != 0 && kind != U_WB_OTHER && kind != U_WB_KATAKANA;
}

/// True if a word may end at byte `at`, between two characters.
bool is_border(std::string_view text, size_t at) {
  if (at == 0 || at == text.size()) return true;
  auto before_at = static_cast<int32_t>(at), after_at = before_at;
  UChar32 before = 0, after = 0;
  U8_PREV(text.data(), 0, before_at, before);
  U8_NEXT(text.data(), after_at, static_cast<int32_t>(text.size()), after);
  return !extends_character(after) && !(needs_border(before) && needs_border(after));
}

}  // namespace

bool begins_with_words(std::string_view text, std::string_view words) {
  return text.starts_with(words) && is_border(text, words.size());
}

bool ends_with_words(std::string_view text, std::string_view words) {
  return text.ends_with(words) && is_border(text, text.size() - words.size());
}

bool is_letter(char32_t c) {
  return (U_GET_GC_MASK(code(c)) & U_GC_L_MASK) != 0;
}

bool is_number(char32_t c) {
  return (U_GET_GC_MASK(code(c)) & U_GC_N_MASK) != 0;
}

bool is_space(char32_t c) {
  return u_isUWhiteSpace(code(c)) != 0;
}

Characters characters(std::string_view text, size_t begin, Form form) {
  Characters found;
  const auto size = static_cast<int64_t>(text.size());
  for (int64_t at = 0; at < size;) {
    found.begins.push_back(begin + static_cast<size_t>(at));
    UChar32 c = 0;
    U8_NEXT(text.data(), at, size, c);
    found.letters.push_back(c < 0 ? replacement : static_cast<char32_t>(c));
  }
  return form == Form::as_is ? found : composed(found, form);
}

void append_utf8(std::string& bytes, char32_t c) {
  char buffer[U8_MAX_LENGTH];
  int32_t length = 0;
  U8_APPEND_UNSAFE(buffer, length, code(c));
  bytes.append(buffer, static_cast<size_t>(length));
}

}  // namespace fw::text
