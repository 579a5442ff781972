// SPDX-License-Identifier: Apache-2.0
#include "workflow/caption_tokens.h"

#include <algorithm>

namespace fw::workflow {

project::CaptionTokens CaptionTokenizers::least_read(std::string_view text) const {
  const std::vector<Count> all = counts(text);
  const auto kept = [](const Count& count) { return count.text.kept_bytes; };
  const text::TokenCount least = std::ranges::min_element(all, {}, kept)->text;
  return {.tokens = least.tokens, .kept_bytes = least.kept_bytes};
}

}  // namespace fw::workflow
