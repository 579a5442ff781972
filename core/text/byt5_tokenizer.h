// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "text/tokenizer.h"

namespace fw::text {

/// ByT5's tokenizer (Xue et al. 2022): ids are bytes, after a few special ones. Tokens added to it are
/// matched literally, some together with the white space around them.
class Byt5Tokenizer final : public Tokenizer {
 public:
  struct Added {
    int64_t id = 0;
    bool strips_left = false, strips_right = false;
  };
  using Tokens = std::map<std::string, Added, std::greater<>>;  ///< of two with a common prefix, the longer
                                                                ///< one first

  /// True for a folder whose tokenizer_config.json names this tokenizer.
  static bool is_in(const std::filesystem::path& folder);
  /// @throws fw::Error text.bad_tokenizer, base.read_failed, base.bad_json
  static Byt5Tokenizer open(const std::filesystem::path& folder);
  explicit Byt5Tokenizer(Tokens tokens) : tokens_(std::move(tokens)) {}

  /// Truncated to max_length - 1 ids, end token, padded to max_length.
  TokenIds encode(std::string_view text, int64_t max_length) const override;
  TokenCount count(std::string_view text, int64_t max_length) const override;

 private:
  struct Piece {
    int64_t id;
    size_t begin;  ///< its first byte in the text
  };
  /// Without the end token that encode() adds.
  std::vector<Piece> pieces_of(std::string_view text) const;

  Tokens tokens_;
};

}  // namespace fw::text
