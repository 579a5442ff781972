// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "encoders/placed_encoder.h"
#include "encoders/t5_encoder.h"

namespace fw::encoders {

/// UMT5 as the only text encoder, as in diffusers' video pipelines: prompts are cleaned (text::clean_prompt),
/// padding is masked, and the states after each prompt's last token are zero. The transformer attends to
/// these zeros, without a mask.
class Umt5TextEncoders : public TextEncoders {
 public:
  /// @throws as EncoderRun
  Umt5TextEncoders(const catalog::ModelSource& model, const catalog::EncoderSpec& spec,
                   TextEncoderPlace place, size_t prompts, const nn::ComponentOptions& options);

  /// @return  only `embeds`, [B, token_limit, D]. Cost: depends on the longest prompt, not on the limit.
  TextCondition encode(const std::vector<std::string>& prompts) override;

 private:
  EncoderRun run_;
  int64_t token_limit_;
  std::unique_ptr<T5Encoder> encoder_;
};

}  // namespace fw::encoders
