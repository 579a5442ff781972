// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "encoders/placed_encoder.h"
#include "encoders/t5_encoder.h"

namespace fw::encoders {

/// T5 as the only encoder. The mask, which some transformers need, marks tokens that are not padding.
enum class TextMask {
  none = 1,               ///< padding takes part everywhere
  tokens,                 ///< for the transformer; not applied in T5
  attended,               ///< also applied in T5
  attended_unless_empty,  ///< likewise, and an empty prompt has no tokens, not even the end token
};

class T5TextEncoders : public TextEncoders {
 public:
  /// @throws as EncoderRun
  T5TextEncoders(const catalog::ModelSource& model, const catalog::EncoderSpec& spec, TextEncoderPlace place,
                 size_t prompts, const nn::ComponentOptions& options, TextMask mask = TextMask::none);

  TextCondition encode(const std::vector<std::string>& prompts) override;

 private:
  EncoderRun run_;
  int64_t token_limit_;
  TextMask mask_;
  std::unique_ptr<T5Encoder> encoder_;
};

}  // namespace fw::encoders
