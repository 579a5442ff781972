// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "encoders/clip_text.h"
#include "encoders/llama.h"
#include "encoders/placed_encoder.h"
#include "encoders/prompt_template.h"

namespace fw::encoders {

/// Llama's hidden states, from a layer before the last, of a prompt within a template, and CLIP's pooled
/// output of the prompt. The mask marks tokens that are not padding.
class LlamaClipTextEncoders : public TextEncoders {
 public:
  struct Specs {
    catalog::EncoderSpec llama;  ///< its limit excludes the template's tokens before the prompt
    catalog::EncoderSpec clip;
    PromptTemplate prompt_template;
    int64_t skipped_layers = 2;
  };
  /// @throws as EncoderRun
  LlamaClipTextEncoders(const catalog::ModelSource& model, Specs specs, TextEncoderPlace place,
                        size_t prompts, const nn::ComponentOptions& options);

  TextCondition encode(const std::vector<std::string>& prompts) override;

 private:
  Specs specs_;
  EncoderRun llama_run_, clip_run_;
  std::unique_ptr<Llama> llama_;
  std::unique_ptr<ClipText> clip_;
};

}  // namespace fw::encoders
