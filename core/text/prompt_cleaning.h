// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace fw::text {

/// A prompt as diffusers' pipelines clean it before T5's tokenizer: what the Python library ftfy (6.3)
/// repairs, HTML entities unescaped twice, whitespace runs as one space, none at the ends. Of ftfy it does
/// entities (of HTML 4), ligatures, widths, quotes, line breaks, control characters and normal form NFC; of
/// texts decoded in a wrong way it repairs UTF-8 that was read as Windows-1252 or Latin-1.
/// @param prompt  bytes that are not UTF-8 become U+FFFD. Thread: any. Cost: O(size), times the depth of
/// escapes.
std::string clean_prompt(std::string_view prompt);

}  // namespace fw::text
