// SPDX-License-Identifier: Apache-2.0
#include "text/spiece_check.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

namespace fw::text {

namespace {

/// Field numbers in sentencepiece_model.proto.
constexpr uint64_t normalizer_spec = 3, denormalizer_spec = 5, precompiled_charsmap = 2;

struct Field {
  uint64_t number = 0;
  std::string_view bytes{};  ///< of length-delimited fields
};

/// Parses a protobuf message. Groups, which are obsolete, count as damage.
class Fields {
 public:
  explicit Fields(std::string_view message) : rest_(message) {}

  /// nullopt at the end and on damage.
  std::optional<Field> next() {
    if (rest_.empty()) return std::nullopt;
    const uint64_t tag = take_number();
    Field field{.number = tag >> 3};
    switch (tag & 7) {
      case 0:
        take_number();
        break;
      case 1:
        take(8);
        break;
      case 2:
        field.bytes = take(take_number());
        break;
      case 5:
        take(4);
        break;
      default:
        is_damaged_ = true;
    }
    if (is_damaged_ || field.number == 0 || tag > UINT32_MAX) {
      is_damaged_ = true;
      return std::nullopt;
    }
    return field;
  }
  bool is_damaged() const { return is_damaged_; }

 private:
  uint64_t take_number() {
    uint64_t number = 0;
    for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<uint8_t>(rest_.front());
      rest_.remove_prefix(1);
      number |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return number;
    }
    is_damaged_ = true;
    return 0;
  }
  std::string_view take(uint64_t size) {
    is_damaged_ = is_damaged_ || size > rest_.size();
    if (is_damaged_) return {};
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return bytes;
  }

  std::string_view rest_;
  bool is_damaged_ = false;
};

/// A double-array trie in darts-clone's format: units of 32 bits.
class Trie {
 public:
  /// @param texts  size of the texts that its values point into
  Trie(std::string_view bytes, size_t texts) : units_(bytes.size() / sizeof(uint32_t)), texts_(texts) {
    if (!units_.empty()) std::memcpy(units_.data(), bytes.data(), units_.size() * sizeof(uint32_t));
  }

  /// True if every search stays within bounds and finds at most as many prefixes as the library has space
  /// for.
  bool is_sound() const {
    if (units_.empty()) return false;
    std::vector<int> prefixes(units_.size(),
                              unknown);  // longest chain found from a node on; nodes are shared
    std::vector<Node> path;
    size_t next = offset(units_[0]);
    for (;;) {
      // A search reads any child of a node.
      if ((next | 255) >= units_.size() || prefixes[next] == open) return false;  // out of bounds, or a cycle
      if (prefixes[next] == unknown) {
        prefixes[next] = open;
        path.push_back({next});
      }
      std::optional<size_t> child;
      while (!(child = take_child(path.back(), prefixes))) {
        const Node done = path.back();
        path.pop_back();
        if (!done.is_sound || done.prefixes > most_prefixes) return false;
        prefixes[done.at] = done.prefixes;
        if (path.empty()) return true;
      }
      next = *child;
    }
  }

 private:
  static constexpr int most_prefixes = 32, unknown = -1, open = -2;

  /// The children of one node, as far as they were visited.
  struct Node {
    size_t at;
    size_t letter = 0;
    int prefixes = 0;
    bool is_sound = true;  ///< false: a value points past the texts
  };

  /// Advances to the first child whose prefixes are not known yet. @return the child; nullopt if there is
  /// none
  std::optional<size_t> take_child(Node& node, const std::vector<int>& prefixes) const {
    for (; node.letter < 256; ++node.letter) {
      const size_t at = node.at ^ node.letter;
      const uint32_t unit = units_[at];
      if ((unit & 0x800000ff) != node.letter) continue;
      const size_t child = at ^ offset(unit);
      if (child >= units_.size() || prefixes[child] < 0) return child;
      const bool is_end = (unit >> 8 & 1) != 0;
      if (is_end && (units_[child] & 0x7fffffff) >= texts_) node.is_sound = false;
      node.prefixes = std::max(node.prefixes, prefixes[child] + (is_end ? 1 : 0));
    }
    return std::nullopt;
  }

  static size_t offset(uint32_t unit) { return static_cast<size_t>(unit >> 10) << ((unit & 1 << 9) >> 6); }

  std::vector<uint32_t> units_;
  size_t texts_;
};

bool is_sound_map(std::string_view map) {
  uint32_t trie_bytes = 0;
  if (map.size() <= sizeof trie_bytes) return false;
  std::memcpy(&trie_bytes, map.data(), sizeof trie_bytes);
  map.remove_prefix(sizeof trie_bytes);
  if (trie_bytes >= map.size() || map.back() != '\0') return false;
  return Trie(map.substr(0, trie_bytes), map.size() - trie_bytes).is_sound();
}

}  // namespace

std::string problem_of_spiece(std::string_view model) {
  Fields fields(model);
  while (const auto field = fields.next()) {
    if (field->number != normalizer_spec && field->number != denormalizer_spec) continue;
    Fields spec(field->bytes);
    while (const auto part = spec.next()) {
      if (part->number == precompiled_charsmap && !part->bytes.empty() && !is_sound_map(part->bytes))
        return "the table of its normaliser is damaged";
    }
    if (spec.is_damaged()) return "its normaliser is damaged";
  }
  return fields.is_damaged() ? "it is no SentencePiece model" : "";
}

}  // namespace fw::text
