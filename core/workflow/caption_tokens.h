// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "project/check.h"
#include "text/tokenizer.h"

namespace fw::workflow {

/// By what a model reads captions: the tokenizer of each of its text encoders. A copy shares them.
/// Thread: any, also several at once.
class CaptionTokenizers {
 public:
  /// Counts nothing.
  CaptionTokenizers() = default;
  /// Those behind the first one only where they are there. @throws fw::Error text::open_tokenizer's of the
  /// first
  CaptionTokenizers(const catalog::ModelSource& source, const catalog::ModelSpec& model);

  bool empty() const { return readers_.empty(); }
  struct Count {
    catalog::EncoderSpec encoder{};
    text::TokenCount text{};
  };
  /// One for each encoder that reads text.
  std::vector<Count> counts(std::string_view text) const;
  /// By the encoder that leaves most of the text unread. @pre not empty
  project::CaptionTokens least_read(std::string_view text) const;
  bool is_too_long(std::string_view text) const;
  /// Of all encoders the fewest tokens: a text with fewer bytes is never too long. 0: empty
  int64_t limit() const;

 private:
  struct Reader {
    catalog::EncoderSpec encoder;
    std::shared_ptr<const text::Tokenizer> tokenizer;
  };
  std::vector<Reader> readers_;
};

}  // namespace fw::workflow
