// SPDX-License-Identifier: Apache-2.0
#include "encoders/t5_text_encoders.h"

namespace fw::encoders {

T5TextEncoders::T5TextEncoders(const catalog::ModelSource& model, const catalog::EncoderSpec& spec,
                               TextEncoderPlace place, size_t prompts, const nn::ComponentOptions& options,
                               TextMask mask)
    : run_(model, spec, place, prompts, options),
      token_limit_(spec.token_limit),
      mask_(mask),
      // The table of relative positions is read before the blocks run.
      encoder_(run_.load<T5Encoder, T5EncoderConfig>({"encoder.block", {"relative_attention_bias.weight"}})) {
}

TextCondition T5TextEncoders::encode(const std::vector<std::string>& prompts) {
  const TokenBatch tokens = run_.tokens(prompts, token_limit_);
  if (mask_ == TextMask::attended_unless_empty)
    for (size_t i = 0; i < prompts.size(); ++i)
      if (prompts[i].empty())
        for (const torch::Tensor& rows : {tokens.ids, tokens.mask}) rows[static_cast<int64_t>(i)].zero_();
  const torch::Tensor attended = mask_ >= TextMask::attended ? tokens.mask : torch::Tensor();
  return {.embeds = encoder_->forward(tokens.ids, attended, run_.runner()),
          .mask = mask_ >= TextMask::tokens ? tokens.mask : torch::Tensor()};
}

}  // namespace fw::encoders
