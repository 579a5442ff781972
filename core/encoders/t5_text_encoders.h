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

/// T5 alone, its padding tokens taking part, and no mask.
class T5TextEncoders : public TextEncoders {
 public:
  /// @param prompts  about how many will be encoded: for many, streamed weights are kept page-locked
  /// @throws as nn::load_component; text.* for the tokenizer
  T5TextEncoders(const catalog::ModelSource& model, const catalog::EncoderSpec& spec, TextEncoderPlace place,
                 size_t prompts, nn::ComponentOptions options);

  TextCondition encode(const std::vector<std::string>& prompts) override;

 private:
  torch::Tensor token_ids(const std::vector<std::string>& prompts) const;

  torch::Device device_;
  int64_t token_limit_;
  std::optional<text::T5Tokenizer> tokenizer_;  // none in a dry run
  std::unique_ptr<T5Encoder> encoder_;
  nn::BlockRunner runner_;
};

}  // namespace fw::encoders
