// SPDX-License-Identifier: Apache-2.0
#include "text/word_split.h"

#include "text/unicode.h"

namespace fw::text {

namespace {

using Text = std::u32string_view;

constexpr char32_t long_s = 0x17f;  // matches s in case-insensitive expressions

bool is_line_end(char32_t c) {
  return c == U'\r' || c == U'\n';
}

bool is_other(char32_t c) {
  return !is_letter(c) && !is_number(c) && !is_space(c);
}

template <typename Is>
size_t run_end(Text text, size_t at, const Is& is) {
  while (at < text.size() && is(text[at])) ++at;
  return at;
}

char32_t ascii_lower(char32_t c) {
  if (c == long_s) return U's';
  return c >= U'A' && c <= U'Z' ? c + 32 : c;
}

/// The end of 's, 't, 're, 've, 'm, 'll or 'd at `at`, or `at`.
size_t contraction_end(Text text, size_t at, bool ignore_case) {
  if (text[at] != U'\'') return at;
  const auto letter = [&](size_t i) {
    if (at + i >= text.size()) return U'\0';
    return ignore_case ? ascii_lower(text[at + i]) : text[at + i];
  };
  const char32_t first = letter(1), second = letter(2);
  if (first == U's' || first == U't' || first == U'm' || first == U'd') return at + 2;
  const bool two = (first == U'r' && second == U'e') || (first == U'v' && second == U'e') ||
                   (first == U'l' && second == U'l');
  return two ? at + 3 : at;
}

/// End of the white space at `at`: after the last line end in it, or before its last character if a word
/// follows.
size_t llama3_space_end(Text text, size_t at) {
  const size_t end = run_end(text, at, is_space);
  for (size_t i = end; i > at; --i)
    if (is_line_end(text[i - 1])) return i;
  return end == text.size() || end == at + 1 ? end : end - 1;
}

/// @param digits  the longest number that is one word
size_t llama3_word_end(Text text, size_t at, size_t digits) {
  const char32_t c = text[at], next = at + 1 < text.size() ? text[at + 1] : U'\n';
  if (const size_t end = contraction_end(text, at, /*ignore_case=*/true); end > at) return end;
  if (is_letter(c)) return run_end(text, at, is_letter);
  if (is_number(c)) {
    const size_t end = run_end(text, at, is_number);
    return std::min(end, at + digits);
  }
  if (!is_line_end(c) && is_letter(next)) return run_end(text, at + 1, is_letter);
  const size_t other = at + (c == U' ' ? 1 : 0);
  if (const size_t end = run_end(text, other, is_other); end > other) return run_end(text, end, is_line_end);
  return llama3_space_end(text, at);
}

void split_llama3(Text text, size_t digits, const std::function<void(size_t, size_t)>& word) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = llama3_word_end(text, at, digits);
    word(at, end);
    at = end;
  }
}

/// CLIP's special tokens split into three words if their case prevented them from matching as tokens.
size_t mark_length(Text text) {
  for (const Text mark : {Text(U"<|startoftext|>"), Text(U"<|endoftext|>")})
    if (text.starts_with(mark)) return mark.size();
  return 0;
}

void split_clip(Text text, const std::function<void(size_t, size_t)>& word) {
  for (size_t at = 0; at < text.size();) {
    if (is_space(text[at])) {
      ++at;
      continue;
    }
    size_t end = contraction_end(text, at, /*ignore_case=*/false);
    if (const size_t length = mark_length(text.substr(at)); length > 0) {
      end = at + length;
      word(at, at + 2);
      word(at + 2, end - 2);
      at = end - 2;
    } else if (end == at) {
      end = is_letter(text[at])   ? run_end(text, at, is_letter)
            : is_number(text[at]) ? at + 1
                                  : run_end(text, at, is_other);
    }
    word(at, end);
    at = end;
  }
}

}  // namespace

void split_words(Text text, WordSplit split, const std::function<void(size_t, size_t)>& word) {
  if (split == WordSplit::clip) return split_clip(text, word);
  split_llama3(text, split == WordSplit::qwen2 ? 1 : 3, word);
}

}  // namespace fw::text
