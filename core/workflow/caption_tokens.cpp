// SPDX-License-Identifier: Apache-2.0
#include "workflow/caption_tokens.h"

#include <algorithm>

namespace fw::workflow {

CaptionTokenizers::CaptionTokenizers(const catalog::ModelSource& source, const catalog::ModelSpec& model) {
  for (const catalog::EncoderSpec& encoder : model.encoders) {
    if (encoder.token_limit == 0 || encoder.kind == catalog::EncoderSpec::Kind::siglip) continue;
    try {
      readers_.push_back({encoder, text::open_tokenizer(source.part(encoder.tokenizer))});
    } catch (const Error&) {
      if (readers_.empty()) throw;
    }
  }
}

std::vector<CaptionTokenizers::Count> CaptionTokenizers::counts(std::string_view text) const {
  std::vector<Count> all;
  for (const Reader& reader : readers_)
    all.push_back({reader.encoder, reader.tokenizer->count(text, reader.encoder.token_limit)});
  return all;
}

project::CaptionTokens CaptionTokenizers::least_read(std::string_view text) const {
  const std::vector<Count> all = counts(text);
  const auto kept = [](const Count& count) { return count.text.kept_bytes; };
  const text::TokenCount least = std::ranges::min_element(all, {}, kept)->text;
  return {.tokens = least.tokens, .kept_bytes = least.kept_bytes};
}

bool CaptionTokenizers::is_too_long(std::string_view text) const {
  return static_cast<int64_t>(text.size()) >= limit() && !empty() &&
         least_read(text).kept_bytes < text.size();
}

int64_t CaptionTokenizers::limit() const {
  const auto of = [](const Reader& reader) { return reader.encoder.token_limit; };
  return empty() ? 0 : std::ranges::min(readers_, {}, of).encoder.token_limit;
}

}  // namespace fw::workflow
