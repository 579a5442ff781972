// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace fw::text {

/// One text as an encoder takes it, padded.
struct TokenIds {
  std::vector<int64_t> ids;   ///< the text's ids between the special tokens of its kind, then padding
  std::vector<int64_t> mask;  ///< 1 where there is no padding
};

/// How a text fits a model's limit.
struct TokenCount {
  int64_t tokens = 0;     ///< of the whole text, special tokens included
  size_t kept_bytes = 0;  ///< the text's bytes from here on are cut off; its size when all of it fits
};

/// Turns texts into the numbers that an encoder reads. To T5 texts are plain: "</s>" typed by a user is five
/// letters, not the end token. Thread: any, also several at once. Cost of a call: O(bytes of the text), of
/// byte pairs O(n log n).
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;
  /// Cut to max_length ids, special tokens included, and padded to them. @param max_length  at least 1
  virtual TokenIds encode(std::string_view text, int64_t max_length) const = 0;
  virtual TokenCount count(std::string_view text, int64_t max_length) const = 0;
};

/// The tokenizer that the files of a model's tokenizer folder are of: spiece.model is T5's,
/// tokenizer.json Llama's, vocab.json and merges.txt CLIP's.
/// @throws fw::Error text.no_tokenizer, text.bad_tokenizer, text.without_sentencepiece
std::unique_ptr<Tokenizer> open_tokenizer(const std::filesystem::path& folder);

/// Whether this build has the SentencePiece library, which T5's tokenizer needs.
bool has_sentencepiece();

}  // namespace fw::text
