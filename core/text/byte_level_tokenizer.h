// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "text/byte_pairs.h"
#include "text/tokenizer.h"
#include "text/unicode.h"
#include "text/word_split.h"

namespace fw::text {

/// Byte-pair encoding on bytes, with tokens that are matched literally in the text: for Llama, Qwen and CLIP.
/// If a user types the text of such a token, it becomes that token. Gemma's has pairs of characters, and a
/// text is one word, its spaces replaced by U+2581.
class ByteLevelTokenizer final : public Tokenizer {
 public:
  struct Rules {
    Form form = Form::as_is;
    std::optional<WordSplit> split = WordSplit::llama3;     ///< nullopt: as Gemma does
    bool strips = false;                                    ///< drops white space at both ends of a text
    bool pads_left = false;                                 ///< pads before the text
    std::map<std::string, int64_t, std::greater<>> tokens;  ///< matched literally; of two with a common
                                                            ///< prefix, the longer one first
    std::vector<int64_t> before, after;                     ///< special tokens around every text
    int64_t padding = 0;
  };

  /// @param folder  contains CLIP's vocab.json and merges.txt, or tokenizer.json; and tokenizer_config.json
  /// @throws fw::Error text.bad_tokenizer, base.read_failed, base.bad_json
  static ByteLevelTokenizer open(const std::filesystem::path& folder);
  ByteLevelTokenizer(BytePairs pairs, Rules rules) : pairs_(std::move(pairs)), rules_(std::move(rules)) {}

  TokenIds encode(std::string_view text, int64_t max_length) const override;
  TokenCount count(std::string_view text, int64_t max_length) const override;

 private:
  /// Pieces of the text only; each begins at a byte of it.
  std::vector<BytePairs::Piece> pieces_of(std::string_view text) const;
  void add_words(std::string_view text, size_t begin, std::vector<BytePairs::Piece>& pieces) const;
  size_t room_for_text(int64_t max_length) const;

  BytePairs pairs_;
  Rules rules_;
};

}  // namespace fw::text
