// SPDX-License-Identifier: Apache-2.0
#include "project/text_diff.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace fw::project {

namespace {

using Words = std::vector<std::string_view>;

constexpr size_t most_compared = size_t{4} << 20;  // pairs of words

enum class Letter { of_word, of_character, alone };

Letter letter_of(unsigned char byte) {
  if (byte >= 0xE3) return Letter::of_character;  // from U+3000, and everything beyond the BMP
  const bool is_word = byte >= 0x80 || (byte >= '0' && byte <= '9') ||
                       ((byte | 32) >= 'a' && (byte | 32) <= 'z') || byte == '_';
  return is_word ? Letter::of_word : Letter::alone;
}

Words words_of(std::string_view text) {
  Words words;
  for (size_t begin = 0; begin < text.size();) {
    const auto first = static_cast<unsigned char>(text[begin]);
    size_t end = begin + 1;
    if (letter_of(first) == Letter::of_word) {
      while (end < text.size() && letter_of(static_cast<unsigned char>(text[end])) == Letter::of_word) ++end;
    } else if (letter_of(first) == Letter::of_character) {
      while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
    }
    words.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

class Parts {
 public:
  void add(DiffPart::Kind kind, std::string_view word) {
    if (parts_.empty() || parts_.back().kind != kind) parts_.push_back({kind, {}});
    parts_.back().text += word;
  }
  void add(DiffPart::Kind kind, std::span<const std::string_view> words) {
    for (const std::string_view word : words) add(kind, word);
  }
  std::vector<DiffPart> take() { return std::move(parts_); }

 private:
  std::vector<DiffPart> parts_;
};

/// Longest common subsequence of words.
void compare(std::span<const std::string_view> before, std::span<const std::string_view> after,
             Parts& parts) {
  const size_t width = after.size() + 1;
  std::vector<uint16_t> common((before.size() + 1) * width);  // of the rests after each pair
  for (size_t i = before.size(); i-- > 0;) {
    for (size_t j = after.size(); j-- > 0;)
      common[i * width + j] = before[i] == after[j]
                                  ? static_cast<uint16_t>(common[(i + 1) * width + j + 1] + 1)
                                  : std::max(common[(i + 1) * width + j], common[i * width + j + 1]);
  }
  size_t i = 0;
  size_t j = 0;
  while (i < before.size() && j < after.size()) {
    if (before[i] == after[j]) {
      parts.add(DiffPart::Kind::same, before[i++]);
      ++j;
    } else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) {
      parts.add(DiffPart::Kind::removed, before[i++]);
    } else {
      parts.add(DiffPart::Kind::added, after[j++]);
    }
  }
  parts.add(DiffPart::Kind::removed, before.subspan(i));
  parts.add(DiffPart::Kind::added, after.subspan(j));
}

}  // namespace

std::vector<DiffPart> diff_words(std::string_view before, std::string_view after) {
  const Words old_words = words_of(before);
  const Words new_words = words_of(after);
  const auto [old_differs, new_differs] = std::ranges::mismatch(old_words, new_words);
  const auto same_front = static_cast<size_t>(old_differs - old_words.begin());
  size_t same_back = 0;
  while (same_back < std::min(old_words.size(), new_words.size()) - same_front &&
         old_words[old_words.size() - 1 - same_back] == new_words[new_words.size() - 1 - same_back])
    ++same_back;
  const std::span old_all(old_words);
  const std::span new_all(new_words);
  const auto old_middle = old_all.subspan(same_front, old_words.size() - same_front - same_back);
  const auto new_middle = new_all.subspan(same_front, new_words.size() - same_front - same_back);
  Parts parts;
  parts.add(DiffPart::Kind::same, old_all.first(same_front));
  if (old_middle.size() * new_middle.size() <= most_compared &&
      std::max(old_middle.size(), new_middle.size()) < UINT16_MAX) {
    compare(old_middle, new_middle, parts);
  } else {
    parts.add(DiffPart::Kind::removed, old_middle);
    parts.add(DiffPart::Kind::added, new_middle);
  }
  parts.add(DiffPart::Kind::same, old_all.last(same_back));
  return parts.take();
}

}  // namespace fw::project
