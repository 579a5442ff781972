// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "encoders/llama.h"
#include "encoders/placed_encoder.h"
#include "encoders/prompt_template.h"
#include "encoders/t5_encoder.h"

namespace fw::encoders {

/// How the quoted texts of a prompt are collected.
enum class GlyphRules {
  published,  ///< in the order of appearance, each text once
  musubi      ///< first those in straight quotes, then those in curly ones, with repetitions
};

/// The text that ByT5 reads: every quoted text of a prompt within its line, as `Text "A". Text "B". `. Empty
/// if nothing is quoted; empty quotes count. Thread: any.
std::string glyph_text(const std::string& prompt, GlyphRules rules = GlyphRules::published);

/// Hidden states of Qwen2.5-VL's language model, from a layer before the last, of a prompt within a template,
/// and ByT5's of the prompt's quoted texts (Liu et al. 2024, arXiv 2406.10208). The masks mark tokens that
/// are not padding; all ByT5 tokens of a prompt without quotes are padding.
class QwenByt5TextEncoders : public TextEncoders {
 public:
  struct Specs {
    catalog::EncoderSpec qwen;  ///< its limit excludes the template's tokens before the prompt
    catalog::EncoderSpec byt5;
    PromptTemplate prompt_template;
    int64_t skipped_layers = 2;
  };
  /// @throws as EncoderRun
  QwenByt5TextEncoders(const catalog::ModelSource& model, Specs specs, TextEncoderPlace place, size_t prompts,
                       const nn::ComponentOptions& options);

  /// @return  embeds, mask, second_embeds and second_mask, all of the limits' lengths
  TextCondition encode(const std::vector<std::string>& prompts) override;

 private:
  /// ByT5's part of the result.
  TextCondition glyphs(const std::vector<std::string>& prompts);

  Specs specs_;
  EncoderRun qwen_run_, byt5_run_;
  std::unique_ptr<Llama> qwen_;
  std::unique_ptr<T5Encoder> byt5_;
};

}  // namespace fw::encoders
