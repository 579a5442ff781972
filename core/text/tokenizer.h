// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace fw::text {

/// One tokenized text, padded.
struct TokenIds {
  std::vector<int64_t> ids;   ///< the text's ids between the special tokens of its kind, and padding
  std::vector<int64_t> mask;  ///< 1 except for padding
};

/// How much of a text fits a model's limit.
struct TokenCount {
  int64_t tokens = 0;     ///< of the whole text, including special tokens
  size_t kept_bytes = 0;  ///< number of bytes within the limit; its size if all of it fits
};

/// Converts texts to the ids that an encoder reads. T5 treats texts as plain: "</s>" typed by a user is five
/// characters, not the end token. Thread: any, also several at once. Cost per call: O(bytes of the text), for
/// byte pairs O(n log n).
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;
  /// Truncates to max_length ids, including special tokens, and pads. @param max_length  at least 1
  virtual TokenIds encode(std::string_view text, int64_t max_length) const = 0;
  virtual TokenCount count(std::string_view text, int64_t max_length) const = 0;
};

/// Opens the tokenizer in a model's tokenizer folder, chosen by its files: spiece.model is T5's,
/// tokenizer.json Llama's, Qwen's or Gemma's, vocab.json and merges.txt CLIP's. ByT5's has only its
/// configuration.
/// @throws fw::Error text.no_tokenizer, text.bad_tokenizer, text.without_sentencepiece
std::unique_ptr<Tokenizer> open_tokenizer(const std::filesystem::path& folder);

/// True if this build includes the SentencePiece library, which T5's tokenizer needs.
bool has_sentencepiece();

}  // namespace fw::text
