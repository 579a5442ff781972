// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "text/tokenizer.h"

namespace fw::text {

/// T5's tokenizer (Raffel et al. 2020): the SentencePiece unigram model `spiece.model` with its own
/// normaliser.
class T5Tokenizer final : public Tokenizer {
 public:
  /// @param folder  the `tokenizer` folder of a model
  /// @throws fw::Error text.no_tokenizer, text.bad_tokenizer, text.without_sentencepiece
  static T5Tokenizer open(const std::filesystem::path& folder);
  T5Tokenizer(T5Tokenizer&&) noexcept;
  ~T5Tokenizer() override;

  /// Like diffusers' pipelines: truncated to max_length - 1 ids, end token, padded to max_length.
  TokenIds encode(std::string_view text, int64_t max_length) const override;
  TokenCount count(std::string_view text, int64_t max_length) const override;

 private:
  struct Model;
  explicit T5Tokenizer(std::unique_ptr<Model> model);

  std::unique_ptr<Model> model_;
};

}  // namespace fw::text
