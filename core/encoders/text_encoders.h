// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "catalog/model_choices.h"
#include "nn/load.h"

/// Shapes: B batch, L tokens of text, D width, P width of a pooled text.
namespace fw::encoders {

using catalog::TextEncoderPlace;

/// Prompts as a network takes them. What a family does not use is undefined.
struct TextCondition {
  torch::Tensor embeds;  ///< [B, L, D]
  torch::Tensor mask;    ///< [B, L] int64, 1 where a token counts; undefined: all do
  torch::Tensor pooled;  ///< [B, P], one vector for the whole prompt

  /// Every tensor that is there, changed: to another device, a part of the batch.
  template <class Change>
  TextCondition each(const Change& change) const {
    const auto changed = [&](const torch::Tensor& x) { return x.defined() ? change(x) : x; };
    return {changed(embeds), changed(mask), changed(pooled)};
  }
};

/// All text encoders of a model with their tokenizers and the prompt's template. Thread: one at a time.
class TextEncoders {
 public:
  virtual ~TextEncoders() = default;
  /// @return  on the device that encodes. In a dry run no tokenizer file is read and the values mean
  /// nothing. @throws fw::Cancelled. Cost: one pass of each encoder over all prompts together.
  virtual TextCondition encode(const std::vector<std::string>& prompts) = 0;
};

/// What an encoder makes of tokens. What it does not have is undefined.
struct EncodedTokens {
  torch::Tensor last_hidden_state;  ///< [B, L, D]
  torch::Tensor hidden_state;       ///< [B, L, D], some layers earlier
  torch::Tensor pooled;             ///< [B, D]
};

/// By the encoder in a component's folder, of the class that its config.json names: T5, Llama or CLIP.
/// @param skipped_layers  between `hidden_state` and the end; 0: there is no `hidden_state`
/// @throws as nn::load_component; fw::Error encoders.unknown_encoder
EncodedTokens encode_tokens(const std::filesystem::path& folder, const torch::Tensor& input_ids,
                            const torch::Tensor& attention_mask, int64_t skipped_layers,
                            const nn::ComponentOptions& options);

}  // namespace fw::encoders
