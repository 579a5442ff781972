// SPDX-License-Identifier: Apache-2.0
#include "base/paths.h"
#include "catalog/model_config.h"
#include "encoders/clip_text.h"
#include "encoders/gemma.h"
#include "encoders/llama.h"
#include "encoders/t5_encoder.h"
#include "encoders/text_encoders.h"

namespace fw::encoders {

namespace {

constexpr ErrorCode unknown_encoder{"encoders.unknown_encoder",
                                    FW_TEXT("errors", "{folder} contains a {class}, which is not supported."),
                                    FW_TEXT("errors", "Supported: {known}."), Blame::input};

}  // namespace

EncodedTokens encode_tokens(const std::filesystem::path& folder, const torch::Tensor& input_ids,
                            const torch::Tensor& attention_mask, int64_t skipped_layers,
                            const nn::ComponentOptions& options) {
  const torch::NoGradGuard no_grad;
  const nlohmann::json config = read_json(folder / "config.json");
  const std::string name = catalog::class_of(config);
  EncodedTokens encoded;
  if (name == "T5EncoderModel" || name == "UMT5EncoderModel") {
    const auto t5 = nn::load_component<T5Encoder, T5EncoderConfig>(folder, options);
    encoded.last_hidden_state = t5->forward(input_ids, attention_mask);
  } else if (name == "LlamaModel" || name == "Qwen2_5_VLTextModel") {
    const auto llama = nn::load_component<Llama, LlamaConfig>(folder, options);
    encoded.last_hidden_state = llama->forward(input_ids, attention_mask, 0);
    encoded.hidden_state = skipped_layers > 0 ? llama->forward(input_ids, attention_mask, skipped_layers)
                                              : encoded.last_hidden_state;
  } else if (name == "CLIPTextModel") {
    const auto clip = nn::load_component<ClipText, ClipTextConfig>(folder, options);
    const ClipTextOutput out = clip->forward(input_ids);
    encoded.last_hidden_state = out.last_hidden_state;
    encoded.pooled = out.pooled;
  } else if (name == "Gemma3ForConditionalGeneration" || name == "Gemma4UnifiedForConditionalGeneration") {
    const auto gemma = nn::load_component<Gemma, GemmaConfig>(folder, options);
    std::vector<torch::Tensor> states;
    gemma->forward(input_ids, attention_mask,
                   [&](int64_t, const torch::Tensor& state) { states.push_back(state); });
    encoded.hidden_states = torch::stack(states, -1);
  } else {
    throw Error(unknown_encoder, {{"folder", to_utf8(folder)},
                                  {"class", name},
                                  {"known",
                                   "T5EncoderModel, UMT5EncoderModel, LlamaModel, Qwen2_5_VLTextModel, "
                                   "CLIPTextModel, "
                                   "Gemma3ForConditionalGeneration, Gemma4UnifiedForConditionalGeneration"}});
  }
  return encoded;
}

}  // namespace fw::encoders
