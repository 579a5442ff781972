// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "text/tokenizer.h"

namespace fw::model_files {

/// The tokenizers of a model's text encoders with their limits. Copies share them.
/// Thread: any, also several at once.
class PromptTokenizers {
 public:
  /// Counts nothing.
  PromptTokenizers() = default;
  /// Skips missing tokenizers after the first one. @throws fw::Error errors of text::open_tokenizer for the
  /// first
  PromptTokenizers(const catalog::ModelSource& source, const catalog::ModelSpec& model);

  bool empty() const { return readers_.empty(); }
  struct Count {
    catalog::EncoderSpec encoder{};
    text::TokenCount text{};
  };
  /// One for each encoder that reads text.
  std::vector<Count> counts(std::string_view text) const;
  /// Whether an encoder truncates the text. False if empty().
  bool is_too_long(std::string_view text) const;
  /// The smallest limit of all encoders: a text with fewer bytes is never too long. 0: empty
  int64_t limit() const;

 private:
  struct Reader {
    catalog::EncoderSpec encoder;
    std::shared_ptr<const text::Tokenizer> tokenizer;
  };
  std::vector<Reader> readers_;
};

/// For each encoder that truncates a text: how many tokens it reads, and the part that it does not see. Does
/// not open tokenizers for texts that are short enough. @param name  of the text, "prompt"
/// @throws as PromptTokenizers. Cost: up to a second for a long text, to open the tokenizers.
std::vector<std::string> cut_warnings(const catalog::ModelSource& source, const catalog::ModelSpec& model,
                                      const std::string& name, const std::string& text);

}  // namespace fw::model_files
