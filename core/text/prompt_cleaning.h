// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace fw::text {

/// Cleans a prompt as diffusers' pipelines do before T5's tokenizer: applies repairs of the Python library
/// ftfy (6.3), unescapes HTML entities twice, collapses runs of whitespace to one space and strips both ends.
/// Of ftfy, it implements entities (of HTML 4), ligatures, character widths, quotes, line breaks, control
/// characters, terminal escapes and normal form NFC. Of ftfy's decoding repairs, it implements UTF-8 that was
/// decoded as Windows-1252 or Latin-1.
/// @param prompt  bytes that are not UTF-8 become U+FFFD
/// Thread: any. Cost: O(size), times the nesting depth of escapes.
std::string clean_prompt(std::string_view prompt);

}  // namespace fw::text
