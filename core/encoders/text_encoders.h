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

/// What the encoder in a component's folder makes of tokens: [B, L, D]. @throws as nn::load_component
torch::Tensor last_hidden_state(const std::filesystem::path& folder, const torch::Tensor& input_ids,
                                const torch::Tensor& attention_mask, const nn::ComponentOptions& options);

}  // namespace fw::encoders
