// SPDX-License-Identifier: Apache-2.0
#include "encoders/umt5_text_encoders.h"

#include "tensor/dry_run.h"
#include "text/prompt_cleaning.h"

namespace fw::encoders {

Umt5TextEncoders::Umt5TextEncoders(const catalog::ModelSource& model, const catalog::EncoderSpec& spec,
                                   TextEncoderPlace place, size_t prompts,
                                   const nn::ComponentOptions& options)
    : run_(model, spec, place, prompts, options),
      token_limit_(spec.token_limit),
      encoder_(run_.load<T5Encoder, T5EncoderConfig>({"encoder.block"})) {}

TextCondition Umt5TextEncoders::encode(const std::vector<std::string>& prompts) {
  std::vector<std::string> cleaned;
  for (const std::string& prompt : prompts) cleaned.push_back(text::clean_prompt(prompt));
  const TokenBatch tokens = run_.tokens(cleaned, token_limit_);
  // Masked tokens do not affect others, so nothing beyond the longest prompt needs to be computed.
  const auto length =
      static_cast<int64_t>(tensor::read_back(tokens.mask.sum(1).amax(), static_cast<double>(token_limit_)));
  const torch::Tensor mask = tokens.mask.narrow(1, 0, length);
  const torch::Tensor states = encoder_->forward(tokens.ids.narrow(1, 0, length), mask, run_.runner());
  return {.embeds = torch::constant_pad_nd(states * mask.unsqueeze(2), {0, 0, 0, token_limit_ - length})};
}

}  // namespace fw::encoders
