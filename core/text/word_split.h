// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

/// How texts are cut into words before pairs of bytes are merged: the regular expressions of the published
/// tokenizers, by hand, so that no text takes more than linear time. Thread: any.
namespace fw::text {

enum class WordSplit {
  llama3,  ///< every character belongs to a word
  clip,    ///< white space separates words and is lost
};

/// The expressions as tokenizer.json has them.
inline constexpr std::string_view llama3_expression =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
inline constexpr std::string_view clip_expression =
    R"(<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+)";

/// Calls `word` with the first character of each word and the one after its last.
void split_words(std::u32string_view text, WordSplit split,
                 const std::function<void(size_t begin, size_t end)>& word);

}  // namespace fw::text
