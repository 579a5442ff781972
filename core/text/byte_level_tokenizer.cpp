// SPDX-License-Identifier: Apache-2.0
#include "text/byte_level_tokenizer.h"

#include <algorithm>
#include <array>

namespace fw::text {

namespace {

constexpr char32_t gemma_space = 0x2581;

/// Where a text begins and ends without the white space at its ends, as Python's strip() sees it.
std::pair<size_t, size_t> stripped(std::string_view text) {
  const auto is_blank = [](char32_t c) { return is_space(c) || (c >= 0x1C && c <= 0x1F); };
  const Characters all = characters(text, 0, Form::as_is);
  size_t first = 0, end = all.letters.size();
  while (first < end && is_blank(all.letters[first])) ++first;
  while (end > first && is_blank(all.letters[end - 1])) --end;
  const auto byte = [&](size_t i) { return i < all.begins.size() ? all.begins[i] : text.size(); };
  return {byte(first), byte(end)};
}

}  // namespace

size_t ByteLevelTokenizer::room_for_text(int64_t max_length) const {
  const auto room = max_length - std::ssize(rules_.before) - std::ssize(rules_.after);
  return static_cast<size_t>(std::max<int64_t>(0, room));
}

void ByteLevelTokenizer::add_words(std::string_view text, size_t begin,
                                   std::vector<BytePairs::Piece>& pieces) const {
  const Characters all = characters(text, begin, rules_.form);
  std::string word;
  std::vector<size_t> begins;  // byte offsets within the word
  const auto add_word = [&](size_t first, size_t end) {
    word.clear();
    begins.clear();
    for (size_t i = first; i < end; ++i) {
      append_utf8(word, !rules_.split && all.letters[i] == U' ' ? gemma_space : all.letters[i]);
      begins.resize(word.size(), all.begins[i]);
    }
    const size_t before = pieces.size();
    pairs_.encode(word, pieces);
    for (size_t i = before; i < pieces.size(); ++i) pieces[i].begin = begins[pieces[i].begin];
  };
  if (rules_.split)
    split_words(all.letters, *rules_.split, add_word);
  else
    add_word(0, all.letters.size());
}

std::vector<BytePairs::Piece> ByteLevelTokenizer::pieces_of(std::string_view whole) const {
  const auto [first, end] = rules_.strips ? stripped(whole) : std::pair(size_t{0}, whole.size());
  const std::string_view text = whole.substr(0, end);
  std::array<bool, 256> begins_token{};
  for (const auto& [token, id] : rules_.tokens)
    begins_token[static_cast<unsigned char>(token.front())] = true;
  std::vector<BytePairs::Piece> pieces;
  size_t plain = first;  // start of the text not consumed by tokens
  for (size_t at = first; at < text.size();) {
    const auto is_here = [&](const auto& token) { return text.substr(at).starts_with(token.first); };
    const auto found = begins_token[static_cast<unsigned char>(text[at])]
                           ? std::ranges::find_if(rules_.tokens, is_here)
                           : rules_.tokens.end();
    if (found == rules_.tokens.end()) {
      ++at;
      continue;
    }
    add_words(text.substr(plain, at - plain), plain, pieces);
    pieces.push_back({found->second, at});
    at += found->first.size();
    plain = at;
  }
  add_words(text.substr(plain), plain, pieces);
  return pieces;
}

TokenIds ByteLevelTokenizer::encode(std::string_view text, int64_t max_length) const {
  const auto pieces = pieces_of(text);
  const auto length = static_cast<size_t>(max_length);
  TokenIds tokens{.ids = rules_.before, .mask = {}};
  for (size_t i = 0; i < std::min(pieces.size(), room_for_text(max_length)); ++i)
    tokens.ids.push_back(pieces[i].id);
  tokens.ids.insert(tokens.ids.end(), rules_.after.begin(), rules_.after.end());
  tokens.ids.resize(std::min(tokens.ids.size(), length));
  tokens.mask.assign(tokens.ids.size(), 1);
  const size_t missing = length - tokens.ids.size();
  tokens.ids.insert(rules_.pads_left ? tokens.ids.begin() : tokens.ids.end(), missing, rules_.padding);
  tokens.mask.insert(rules_.pads_left ? tokens.mask.begin() : tokens.mask.end(), missing, 0);
  return tokens;
}

TokenCount ByteLevelTokenizer::count(std::string_view text, int64_t max_length) const {
  const auto pieces = pieces_of(text);
  const size_t kept = room_for_text(max_length);
  return {std::ssize(pieces) + std::ssize(rules_.before) + std::ssize(rules_.after),
          pieces.size() > kept ? pieces[kept].begin : text.size()};
}

}  // namespace fw::text
