// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "catalog/model_choices.h"
#include "nn/load.h"

/// Shapes: B batch, L tokens of text, D width, P width of the pooled text.
namespace fw::encoders {

using catalog::TextEncoderPlace;

/// Encoded prompts. Tensors that a family does not use are undefined.
struct TextCondition {
  torch::Tensor embeds;              ///< [B, L, D]
  torch::Tensor mask;                ///< [B, L] int64, 1 for valid tokens; undefined: all valid
  torch::Tensor pooled;              ///< [B, P], one vector per prompt
  torch::Tensor second_embeds = {};  ///< [B, M, E], of a second encoder; undefined: none
  torch::Tensor second_mask = {};    ///< [B, M] int64, as `mask`

  /// Applies `change` to every defined tensor: moving to another device, selecting a part of the batch.
  template <class Change>
  TextCondition each(const Change& change) const {
    const auto changed = [&](const torch::Tensor& x) { return x.defined() ? change(x) : x; };
    return {changed(embeds), changed(mask), changed(pooled), changed(second_embeds), changed(second_mask)};
  }
};

/// All text encoders of a model with their tokenizers and prompt template. Thread: one at a time.
class TextEncoders {
 public:
  virtual ~TextEncoders() = default;
  /// @return  on the device that encodes. In a dry run no tokenizer file is read and the values are
  ///          meaningless. @throws fw::Cancelled. Cost: one pass of each encoder over all prompts together.
  virtual TextCondition encode(const std::vector<std::string>& prompts) = 0;
};

/// Outputs of an encoder. Those that it does not have are undefined.
struct EncodedTokens {
  torch::Tensor last_hidden_state;  ///< [B, L, D]
  torch::Tensor hidden_state;       ///< [B, L, D], from an earlier layer
  torch::Tensor pooled;             ///< [B, D]
  torch::Tensor hidden_states;      ///< [B, L, D, layers + 1], zero for masked tokens
};

/// Encodes with the component in a folder, of the class in its config.json: T5, Llama, Qwen, CLIP or
/// Gemma.
/// @param skipped_layers  between a language model's `hidden_state` and its end; 0: no `hidden_state`
/// @throws as nn::load_component; fw::Error encoders.unknown_encoder
EncodedTokens encode_tokens(const std::filesystem::path& folder, const torch::Tensor& input_ids,
                            const torch::Tensor& attention_mask, int64_t skipped_layers,
                            const nn::ComponentOptions& options);

}  // namespace fw::encoders
