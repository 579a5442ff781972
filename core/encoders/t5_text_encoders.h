// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "catalog/catalog.h"
#include "encoders/t5_encoder.h"
#include "encoders/text_encoders.h"
#include "nn/load.h"
#include "text/t5_tokenizer.h"

namespace fw::encoders {

/// T5 alone. The mask that some transformers want says which tokens are not padding.
enum class TextMask {
  none = 1,               ///< padding takes part in everything
  tokens,                 ///< for the transformer; in T5 padding takes part
  attended,               ///< for T5, too
  attended_unless_empty,  ///< likewise, and an empty prompt has no tokens at all, not even the end token
};

class T5TextEncoders : public TextEncoders {
 public:
  /// @param prompts  about how many will be encoded: for many, streamed weights are kept page-locked
  /// @throws as nn::load_component; text.* for the tokenizer
  T5TextEncoders(const catalog::ModelSource& model, const catalog::EncoderSpec& spec, TextEncoderPlace place,
                 size_t prompts, nn::ComponentOptions options, TextMask mask = TextMask::none);

  TextCondition encode(const std::vector<std::string>& prompts) override;

 private:
  TextCondition condition(const torch::Tensor& ids, const torch::Tensor& mask);

  torch::Device device_;
  int64_t token_limit_;
  TextMask mask_;
  std::optional<text::T5Tokenizer> tokenizer_;  // none in a dry run
  std::unique_ptr<T5Encoder> encoder_;
  nn::BlockRunner runner_;
};

}  // namespace fw::encoders
