// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace fw::text {

/// Byte-pair encoding of a word (Sennrich et al. 2016) on bytes, each represented by a printable character in
/// the vocabulary (Radford et al. 2019), or on characters.
class BytePairs {
 public:
  struct Piece {
    int64_t id;
    size_t begin;  ///< first byte
  };
  struct Options {
    std::string word_end = {};       ///< suffix of a word's last piece in the vocabulary
    std::optional<int64_t> unknown;  ///< for bytes missing in the vocabulary; nullopt: drops them
    bool whole_words_first = false;  ///< does not merge a word that is in the vocabulary
    /// Starts from characters instead of bytes; one that is not in the vocabulary becomes its bytes, "<0x0A>".
    bool characters_first = false;
  };
  using Merge = std::pair<std::string, std::string>;

  /// @param merges  most frequent pair first
  /// @throws std::invalid_argument  naming a merge whose parts or result are missing in the vocabulary
  BytePairs(std::unordered_map<std::string, int64_t> vocabulary, const std::vector<Merge>& merges,
            Options options);

  std::optional<int64_t> find(const std::string& token) const;
  /// Appends the pieces of a word. Cost: O(n log n). Thread: any.
  void encode(std::string_view word, std::vector<Piece>& pieces) const;

 private:
  struct Merged {
    int64_t rank, id;
  };
  struct Symbol {
    int64_t id;
    size_t begin;
    ptrdiff_t before, after;  // -1: none
  };
  /// Two adjacent symbols that may be merged.
  struct Candidate {
    int64_t rank;
    ptrdiff_t at;
    int64_t id;
    bool operator>(const Candidate& other) const {
      return rank != other.rank ? rank > other.rank : at > other.at;
    }
  };
  static uint64_t key(int64_t left, int64_t right) {
    return static_cast<uint64_t>(left) << 32 | static_cast<uint64_t>(right);
  }
  std::vector<Symbol> symbols_of(std::string_view word) const;
  /// The id of a byte at `at`; -1: none.
  int64_t byte_id(std::string_view word, size_t at) const;

  std::unordered_map<std::string, int64_t> vocabulary_;
  std::unordered_map<uint64_t, Merged> merges_;
  std::array<std::string, 256> printable_;
  std::array<int64_t, 256> inner_, last_;  // id of a byte, -1: none
  Options options_;
};

}  // namespace fw::text
