// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "encoders/placed_encoder.h"
#include "encoders/t5_encoder.h"

namespace fw::encoders {

/// UMT5 alone, as diffusers' video pipelines use it: prompts are cleaned (text::clean_prompt), padding is
/// masked, and the states behind each prompt's last token are zero. A transformer takes these zeros as they
/// are, without a mask.
class Umt5TextEncoders : public TextEncoders {
 public:
  /// @throws as EncoderRun
  Umt5TextEncoders(const catalog::ModelSource& model, const catalog::EncoderSpec& spec,
                   TextEncoderPlace place, size_t prompts, const nn::ComponentOptions& options);

  /// @return  `embeds` [B, token_limit, D] alone. Cost: that of the longest prompt, not of the limit.
  TextCondition encode(const std::vector<std::string>& prompts) override;

 private:
  EncoderRun run_;
  int64_t token_limit_;
  std::unique_ptr<T5Encoder> encoder_;
};

}  // namespace fw::encoders
