// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace fw::text {

/// One text as a T5 encoder takes it, padded.
struct TokenIds {
  std::vector<int64_t> ids;   ///< the text's ids, the end token, then padding
  std::vector<int64_t> mask;  ///< 1 up to and including the end token, then 0
};

/// How a text fits a model's limit.
struct TokenCount {
  int64_t tokens = 0;     ///< of the whole text, end token included
  size_t kept_bytes = 0;  ///< the text's bytes from here on are cut off; its size when all of it fits
};

/// T5's tokenizer (Raffel et al. 2020): the SentencePiece unigram model `spiece.model` with its own
/// normaliser. Texts are plain: "</s>" typed by a user is five letters, not the end token.
/// Thread: any, also several at once. Cost of a call: O(bytes of the text).
class T5Tokenizer {
 public:
  /// @param folder  the `tokenizer` folder of a model
  /// @throws fw::Error text.no_tokenizer, text.bad_tokenizer, text.without_sentencepiece
  static T5Tokenizer open(const std::filesystem::path& folder);
  T5Tokenizer(T5Tokenizer&&) noexcept;
  ~T5Tokenizer();

  /// As CogVideoX's and LTX-Video's pipelines do: cut to max_length - 1 ids, end token, padded to max_length.
  /// @param max_length  at least 1
  TokenIds encode(std::string_view text, int64_t max_length) const;
  TokenCount count(std::string_view text, int64_t max_length) const;

 private:
  struct Model;
  explicit T5Tokenizer(std::unique_ptr<Model> model);

  std::unique_ptr<Model> model_;
};

/// Whether this build has the SentencePiece library.
bool has_sentencepiece();

}  // namespace fw::text
