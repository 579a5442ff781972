// SPDX-License-Identifier: Apache-2.0
#include "model_files/prompt_tokenizers.h"

#include <algorithm>

namespace fw::model_files {

namespace {

/// The beginning of a text, cut between two characters.
std::string shortened(std::string_view text) {
  constexpr size_t longest = 80;
  if (text.size() <= longest) return std::string(text);
  size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

bool reads_text(const catalog::EncoderSpec& encoder) {
  return encoder.token_limit > 0 && !encoder.encodes_pictures() && !encoder.reads_parts();
}

}  // namespace

PromptTokenizers::PromptTokenizers(const catalog::ModelSource& source, const catalog::ModelSpec& model) {
  for (const catalog::EncoderSpec& encoder : model.encoders) {
    if (!reads_text(encoder)) continue;
    try {
      readers_.push_back({encoder, text::open_tokenizer(source.part(encoder.tokenizer))});
    } catch (const Error&) {
      if (readers_.empty()) throw;
    }
  }
}

std::vector<PromptTokenizers::Count> PromptTokenizers::counts(std::string_view text) const {
  std::vector<Count> all;
  for (const Reader& reader : readers_)
    all.push_back({reader.encoder, reader.tokenizer->count(text, reader.encoder.token_limit)});
  return all;
}

bool PromptTokenizers::is_too_long(std::string_view text) const {
  return static_cast<int64_t>(text.size()) >= limit() &&
         std::ranges::any_of(counts(text),
                             [&](const Count& count) { return count.text.kept_bytes < text.size(); });
}

int64_t PromptTokenizers::limit() const {
  const auto of = [](const Reader& reader) { return reader.encoder.token_limit; };
  return empty() ? 0 : std::ranges::min(readers_, {}, of).encoder.token_limit;
}

std::vector<std::string> cut_warnings(const catalog::ModelSource& source, const catalog::ModelSpec& model,
                                      const std::string& name, const std::string& text) {
  const bool is_short = std::ranges::none_of(model.encoders, [&](const catalog::EncoderSpec& encoder) {
    return reads_text(encoder) && static_cast<int64_t>(text.size()) >= encoder.token_limit;
  });
  if (is_short) return {};
  std::vector<std::string> warnings;
  for (const auto& [encoder, count] : PromptTokenizers(source, model).counts(text)) {
    if (count.kept_bytes >= text.size()) continue;
    warnings.push_back("The " + name + " has " + std::to_string(count.tokens) + " tokens, and " +
                       encoder.part + " reads " + std::to_string(encoder.token_limit) +
                       ". It does not see: “" + shortened(std::string_view(text).substr(count.kept_bytes)) +
                       "”");
  }
  return warnings;
}

}  // namespace fw::model_files
