// SPDX-License-Identifier: Apache-2.0
#include "encoders/qwen_byt5_text_encoders.h"

#include <algorithm>

#include "tensor/dry_run.h"

namespace fw::encoders {

namespace {

constexpr std::string_view straight = "\"", opening = "“", closing = "”";

/// Appends the texts between quotes of the given kinds, from left to right.
void find_quoted(std::string_view prompt, bool with_straight, bool with_curly,
                 std::vector<std::string>& found) {
  for (size_t at = 0; at < prompt.size();) {
    const std::string_view rest = prompt.substr(at);
    const bool is_straight = with_straight && rest.starts_with(straight);
    if (!is_straight && !(with_curly && rest.starts_with(opening))) {
      ++at;
      continue;
    }
    const std::string_view end_mark = is_straight ? straight : closing;
    const size_t first = at + (is_straight ? straight : opening).size();
    const size_t end = prompt.find(end_mark, first);
    if (end == prompt.npos || prompt.substr(first, end - first).find('\n') != prompt.npos) {
      ++at;
      continue;
    }
    found.emplace_back(prompt.substr(first, end - first));
    at = end + end_mark.size();
  }
}

}  // namespace

std::string glyph_text(const std::string& prompt, GlyphRules rules) {
  std::vector<std::string> quoted;
  if (rules == GlyphRules::musubi) {
    find_quoted(prompt, true, false, quoted);
    find_quoted(prompt, false, true, quoted);
  } else {
    std::vector<std::string> all;
    find_quoted(prompt, true, true, all);
    for (std::string& text : all)
      if (std::ranges::find(quoted, text) == quoted.end()) quoted.push_back(std::move(text));
  }
  std::string joined;
  for (const std::string& text : quoted) joined += "Text \"" + text + "\". ";
  return joined;
}

QwenByt5TextEncoders::QwenByt5TextEncoders(const catalog::ModelSource& model, Specs specs,
                                           TextEncoderPlace place, size_t prompts,
                                           const nn::ComponentOptions& options)
    : specs_(std::move(specs)),
      qwen_run_(model, specs_.qwen, place, prompts, options),
      byt5_run_(model, specs_.byt5, place, prompts, options),
      qwen_(qwen_run_.load<Llama, LlamaConfig>({"layers"})),
      // The table of relative positions is read before the blocks run.
      byt5_(
          byt5_run_.load<T5Encoder, T5EncoderConfig>({"encoder.block", {"relative_attention_bias.weight"}})) {
}

TextCondition QwenByt5TextEncoders::glyphs(const std::vector<std::string>& prompts) {
  std::vector<std::string> texts;
  std::vector<int64_t> rows;  // of prompts with glyphs
  for (size_t i = 0; i < prompts.size(); ++i) {
    texts.push_back(glyph_text(prompts[i]));
    if (!texts.back().empty() || tensor::DryRun::active()) rows.push_back(static_cast<int64_t>(i));
  }
  const TokenBatch tokens = byt5_run_.tokens(texts, specs_.byt5.token_limit);
  const torch::Tensor states =
      torch::zeros({std::ssize(prompts), specs_.byt5.token_limit, byt5_->config().d_model},
                   tokens.ids.options().dtype(byt5_->dtype()));
  const torch::Tensor mask = torch::zeros_like(tokens.mask);
  for (const int64_t row : rows) {
    const torch::Tensor own = tokens.mask.narrow(0, row, 1);
    states.narrow(0, row, 1).copy_(byt5_->forward(tokens.ids.narrow(0, row, 1), own, byt5_run_.runner()));
    mask.narrow(0, row, 1).copy_(own);
  }
  TextCondition found;
  found.second_embeds = states;
  found.second_mask = mask;
  return found;
}

TextCondition QwenByt5TextEncoders::encode(const std::vector<std::string>& prompts) {
  const int64_t crop = specs_.prompt_template.crop_start;
  std::vector<std::string> texts;
  for (const std::string& prompt : prompts)
    texts.push_back(specs_.prompt_template.around(prompt.empty() ? " " : prompt));
  const TokenBatch tokens = qwen_run_.tokens(texts, specs_.qwen.token_limit + crop);
  const torch::Tensor states =
      qwen_->forward(tokens.ids, tokens.mask, specs_.skipped_layers, qwen_run_.runner());
  TextCondition text = glyphs(prompts);
  text.embeds = states.slice(1, crop).contiguous();
  text.mask = tokens.mask.slice(1, crop).contiguous();
  return text;
}

}  // namespace fw::encoders
