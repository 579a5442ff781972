// SPDX-License-Identifier: Apache-2.0
#include "encoders/llama_clip_text_encoders.h"

namespace fw::encoders {

LlamaClipTextEncoders::LlamaClipTextEncoders(const catalog::ModelSource& model, Specs specs,
                                             TextEncoderPlace place, size_t prompts,
                                             const nn::ComponentOptions& options)
    : specs_(std::move(specs)),
      llama_run_(model, specs_.llama, place, prompts, options),
      clip_run_(model, specs_.clip, place, prompts, options),
      llama_(llama_run_.load<Llama, LlamaConfig>({"layers"})),
      clip_(clip_run_.load<ClipText, ClipTextConfig>({"text_model.encoder.layers"})) {}

TextCondition LlamaClipTextEncoders::encode(const std::vector<std::string>& prompts) {
  const int64_t crop = specs_.prompt_template.crop_start;
  std::vector<std::string> texts;
  for (const std::string& prompt : prompts) texts.push_back(specs_.prompt_template.around(prompt));
  const TokenBatch tokens = llama_run_.tokens(texts, specs_.llama.token_limit + crop);
  const torch::Tensor states =
      llama_->forward(tokens.ids, tokens.mask, specs_.skipped_layers, llama_run_.runner());
  const TokenBatch whole = clip_run_.tokens(prompts, specs_.clip.token_limit);
  return {.embeds = states.slice(1, crop).contiguous(),
          .mask = tokens.mask.slice(1, crop).contiguous(),
          .pooled = clip_->forward(whole.ids, clip_run_.runner()).pooled};
}

}  // namespace fw::encoders
