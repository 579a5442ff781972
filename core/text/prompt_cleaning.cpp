// SPDX-License-Identifier: Apache-2.0
#include "text/prompt_cleaning.h"

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <map>

#include "text/html_entities.h"
#include "text/unicode.h"
#include "text/windows_1252.h"

namespace fw::text {

namespace {

using Text = std::u32string;

Text normalised(const Text& text, bool compatible) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* form =
      compatible ? icu::Normalizer2::getNFKCInstance(status) : icu::Normalizer2::getNFCInstance(status);
  const auto from = icu::UnicodeString::fromUTF32(reinterpret_cast<const UChar32*>(text.data()),
                                                  static_cast<int32_t>(text.size()));
  const icu::UnicodeString to = form->normalize(from, status);
  if (U_FAILURE(status)) return text;
  Text result;
  for (int32_t i = 0; i < to.length(); i = to.moveIndex32(i, 1))
    result += static_cast<char32_t>(to.char32At(i));
  return result;
}

/// A character whose UTF-8 bytes were decoded as Windows-1252, one character per byte.
struct Mistaken {
  char32_t meant = 0;
  size_t size = 0;  ///< in characters; 0: none
  bool has_control = false;
};

Mistaken mistaken_at(const Text& text, size_t place) {
  const auto lead = to_windows_1252(text[place]);
  if (!lead || *lead < 0xc2 || *lead > 0xf4) return {};
  const size_t more = *lead < 0xe0 ? 1 : *lead < 0xf0 ? 2 : 3;
  Mistaken found{.meant = *lead & (0x3fU >> more), .size = more + 1};
  for (size_t i = 1; i <= more; ++i) {
    const auto byte = place + i < text.size() ? to_windows_1252(text[place + i]) : std::nullopt;
    if (!byte || (*byte & 0xc0) != 0x80) return {};
    found.meant = found.meant << 6 | (*byte & 0x3fU);
    found.has_control = found.has_control || text[place + i] < 0xa0;
  }
  constexpr char32_t least[] = {0x80, 0x800, 0x10000};
  const bool is_character = found.meant >= least[more - 1] && found.meant <= 0x10ffff &&
                            (found.meant < 0xd800 || found.meant > 0xdfff);
  return is_character ? found : Mistaken{};
}

/// Whether UTF-8 was decoded as Windows-1252 anywhere. Two characters may also be intended, as in "Ö·". They
/// count only if the first is Â or Ã, the second is a control character, or another match follows.
bool is_mistaken(const Text& text) {
  for (size_t i = 0; i < text.size(); ++i) {
    const Mistaken found = mistaken_at(text, i);
    if (found.size == 0) continue;
    if (found.size > 2 || found.has_control || text[i] == 0xc2 || text[i] == 0xc3) return true;
    if (i + found.size < text.size() && mistaken_at(text, i + found.size).size > 0) return true;
  }
  return false;
}

Text with_utf8_repaired(const Text& text) {
  if (!is_mistaken(text)) return text;
  Text result;
  for (size_t i = 0; i < text.size();) {
    const Mistaken found = mistaken_at(text, i);
    result += found.size > 0 ? found.meant : text[i];
    i += std::max<size_t>(found.size, 1);
  }
  return result;
}

const std::map<char32_t, Text>& ligatures() {
  static const std::map<char32_t, Text> all{
      {0x132, U"IJ"},       {0x133, U"ij"},      {0x149, U"\u02bcn"}, {0x1f1, U"DZ"},      {0x1f2, U"Dz"},
      {0x1f3, U"dz"},       {0x1c4, U"D\u017d"}, {0x1c5, U"D\u017e"}, {0x1c6, U"d\u017e"}, {0x1c7, U"LJ"},
      {0x1c8, U"Lj"},       {0x1c9, U"lj"},      {0x1ca, U"NJ"},      {0x1cb, U"Nj"},      {0x1cc, U"nj"},
      {0xfb00, U"ff"},      {0xfb01, U"fi"},     {0xfb02, U"fl"},     {0xfb03, U"ffi"},    {0xfb04, U"ffl"},
      {0xfb05, U"\u017ft"}, {0xfb06, U"st"}};
  return all;
}

/// Replaces characters that have a plainer form.
Text with_plain_characters(const Text& text) {
  Text result;
  for (const char32_t c : text) {
    if (const auto parts = ligatures().find(c); parts != ligatures().end())
      result += parts->second;
    else if (c >= 0x80 && c < 0xa0)
      result += from_windows_1252(static_cast<unsigned char>(c));
    else if (c == 0x3000)
      result += U' ';
    else if (c > 0xff00 && c < 0xfff0)
      result += normalised(Text(1, c), /*compatible=*/true);
    else if (c == 0x2bc || (c >= 0x2018 && c <= 0x201b))
      result += U'\'';
    else if (c >= 0x201c && c <= 0x201f)
      result += U'"';
    else
      result += c;
  }
  return result;
}

bool is_control(char32_t c) {
  return c < 9 || c == 0xb || (c >= 0xe && c < 0x20) || c == 0x7f || (c >= 0x206a && c <= 0x206f) ||
         c == 0xfeff || (c >= 0xfff9 && c <= 0xfffc);
}

/// Length of the terminal escape sequence (a colour, for example) at this position; 0: none.
size_t escape_at(const Text& text, size_t place) {
  if (text[place] != 0x1b || place + 1 >= text.size() || text[place + 1] != '[') return 0;
  size_t end = place + 2;
  while (end < text.size() && ((text[end] >= '0' && text[end] <= '9') || text[end] == ';')) ++end;
  const bool is_letter = end < text.size() && ((text[end] | 0x20U) >= 'a' && (text[end] | 0x20U) <= 'z');
  return is_letter ? end + 1 - place : 0;
}

Text without_controls(const Text& text) {
  Text result;
  for (size_t i = 0; i < text.size();) {
    if (const size_t size = escape_at(text, i); size > 0) {
      i += size;
      continue;
    }
    if (text[i] == 0x2028 || text[i] == 0x2029)
      result += U'\n';
    else if (!is_control(text[i]))
      result += text[i];
    ++i;
  }
  return result;
}

/// Repeats the repairs until nothing changes, since one may reveal another.
Text repaired(Text text) {
  const bool has_tags = text.find(U'<') != text.npos;  // entities are then intended
  for (Text before; text != before;) {
    before = text;
    if (!has_tags) text = unescape_terminated(text);
    for (Text wrong; text != wrong;) {
      wrong = text;
      text = with_utf8_repaired(text);
    }
    text = normalised(without_controls(with_plain_characters(text)), /*compatible=*/false);
  }
  return text;
}

bool is_blank(char32_t c) {
  return is_space(c) || (c >= 0x1c && c <= 0x1f);
}

}  // namespace

std::string clean_prompt(std::string_view prompt) {
  const Text text = unescape_html(unescape_html(repaired(characters(prompt, 0, Form::as_is).letters)));
  std::string clean;
  bool after_blank = false;
  for (const char32_t c : text) {
    if (is_blank(c)) {
      after_blank = true;
      continue;
    }
    if (after_blank && !clean.empty()) clean += ' ';
    after_blank = false;
    append_utf8(clean, c);
  }
  return clean;
}

}  // namespace fw::text
