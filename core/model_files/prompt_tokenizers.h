// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "text/tokenizer.h"

namespace fw::model_files {

/// The tokenizers of a model's text encoders, which cut texts at their limits. A copy shares them.
/// Thread: any, also several at once.
class PromptTokenizers {
 public:
  /// Counts nothing.
  PromptTokenizers() = default;
  /// Those after the first one only where they exist. @throws fw::Error text::open_tokenizer's of the first
  PromptTokenizers(const catalog::ModelSource& source, const catalog::ModelSpec& model);

  bool empty() const { return readers_.empty(); }
  struct Count {
    catalog::EncoderSpec encoder{};
    text::TokenCount text{};
  };
  /// One for each encoder that reads text.
  std::vector<Count> counts(std::string_view text) const;
  /// Of all encoders the fewest tokens: a text with fewer bytes is never too long. 0: empty
  int64_t limit() const;

 private:
  struct Reader {
    catalog::EncoderSpec encoder;
    std::shared_ptr<const text::Tokenizer> tokenizer;
  };
  std::vector<Reader> readers_;
};

/// For each encoder that does not read all of a text: how many of its tokens it reads, and what it does not
/// see. Opens no tokenizer for a text that is short enough in any case. @param name  of the text, "prompt"
/// @throws as PromptTokenizers. Cost: up to a second for a long text, to open the tokenizers.
std::vector<std::string> cut_warnings(const catalog::ModelSource& source, const catalog::ModelSpec& model,
                                      const std::string& name, const std::string& text);

}  // namespace fw::model_files
