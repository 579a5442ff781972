// SPDX-License-Identifier: Apache-2.0
#include "text/byte_pairs.h"

#include <functional>
#include <queue>
#include <stdexcept>

#include "text/unicode.h"

namespace fw::text {

namespace {

/// Latin-1 characters that are printable represent themselves, other bytes are mapped from U+0100.
std::array<std::string, 256> printable_bytes() {
  std::array<std::string, 256> table;
  char32_t next = 256;
  for (char32_t byte = 0; byte < 256; ++byte) {
    const bool seen = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    append_utf8(table[byte], seen ? byte : next++);
  }
  return table;
}

/// A byte's token in a vocabulary of characters.
std::string fallback_name(size_t byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  return std::string("<0x") + digits[byte / 16] + digits[byte % 16] + ">";
}

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

}  // namespace

BytePairs::BytePairs(std::unordered_map<std::string, int64_t> vocabulary, const std::vector<Merge>& merges,
                     Options options)
    : vocabulary_(std::move(vocabulary)), printable_(printable_bytes()), options_(std::move(options)) {
  const auto id_of = [&](const std::string& token) {
    const auto found = find(token);
    if (!found) throw std::invalid_argument("the merge into " + token + " is not in the vocabulary");
    return *found;
  };
  int64_t rank = 0;
  for (const auto& [left, right] : merges)
    merges_.emplace(key(id_of(left), id_of(right)), Merged{rank++, id_of(left + right)});
  for (size_t byte = 0; byte < 256; ++byte) {
    const int64_t unknown = options_.unknown.value_or(-1);
    if (options_.characters_first) {
      inner_[byte] = last_[byte] = find(fallback_name(byte)).value_or(unknown);
      continue;
    }
    inner_[byte] = find(printable_[byte]).value_or(unknown);
    last_[byte] = find(printable_[byte] + options_.word_end).value_or(unknown);
  }
}

std::optional<int64_t> BytePairs::find(const std::string& token) const {
  const auto found = vocabulary_.find(token);
  return found == vocabulary_.end() ? std::nullopt : std::optional(found->second);
}

int64_t BytePairs::byte_id(std::string_view word, size_t at) const {
  const auto byte = static_cast<unsigned char>(word[at]);
  return at + 1 == word.size() ? last_[byte] : inner_[byte];
}

std::vector<BytePairs::Symbol> BytePairs::symbols_of(std::string_view word) const {
  std::vector<Symbol> symbols;
  const auto add = [&](int64_t id, size_t begin) {
    const auto at = static_cast<ptrdiff_t>(symbols.size());
    if (id >= 0) symbols.push_back({id, begin, at - 1, at + 1});
  };
  for (size_t i = 0; i < word.size();) {
    size_t end = i + 1;
    if (options_.characters_first)
      while (end < word.size() && is_continuation(word[end])) ++end;
    const auto whole = options_.characters_first ? find(std::string(word.substr(i, end - i))) : std::nullopt;
    if (whole) add(*whole, i);
    for (size_t byte = i; byte < end && !whole; ++byte) add(byte_id(word, byte), byte);
    i = end;
  }
  if (!symbols.empty()) symbols.back().after = -1;
  return symbols;
}

void BytePairs::encode(std::string_view word, std::vector<Piece>& pieces) const {
  if (options_.whole_words_first) {
    std::string whole;
    for (const char byte : word) whole += printable_[static_cast<unsigned char>(byte)];
    if (const auto id = find(whole)) return void(pieces.push_back({*id, 0}));
  }
  std::vector<Symbol> symbols = symbols_of(word);
  const auto symbol = [&](ptrdiff_t at) -> Symbol& { return symbols[static_cast<size_t>(at)]; };
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates;
  const auto merge_at = [&](ptrdiff_t at) {
    if (at < 0 || symbol(at).after < 0) return merges_.end();
    return merges_.find(key(symbol(at).id, symbol(symbol(at).after).id));
  };
  const auto consider = [&](ptrdiff_t at) {
    if (const auto found = merge_at(at); found != merges_.end())
      candidates.push({found->second.rank, at, found->second.id});
  };
  constexpr int64_t gone = -1;
  for (ptrdiff_t at = 0; at < std::ssize(symbols); ++at) consider(at);
  while (!candidates.empty()) {
    const Candidate best = candidates.top();
    candidates.pop();
    const auto found = symbol(best.at).id == gone ? merges_.end() : merge_at(best.at);
    if (found == merges_.end() || found->second.id != best.id) continue;  // its parts have changed since
    Symbol& left = symbol(best.at);
    Symbol& right = symbol(left.after);
    left.id = best.id;
    left.after = right.after;
    right.id = gone;
    if (left.after >= 0) symbol(left.after).before = best.at;
    consider(left.before);
    consider(best.at);
  }
  for (const Symbol& each : symbols)
    if (each.id != gone) pieces.push_back({each.id, each.begin});
}

}  // namespace fw::text
