// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string_view>

/// Splits texts into words before byte pairs are merged: hand-written equivalents of the published
/// tokenizers' regular expressions, so that every text takes linear time. Thread: any.
namespace fw::text {

enum class WordSplit {
  llama3,  ///< every character belongs to a word
  qwen2,   ///< likewise, and every digit is a word
  clip,    ///< white space separates words and is dropped
};

/// The expressions in tokenizer.json.
inline constexpr std::string_view llama3_expression =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
inline constexpr std::string_view qwen2_expression =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
inline constexpr std::string_view clip_expression =
    R"(<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+)";

/// Calls `word` with the index of each word's first character and one past its last.
void split_words(std::u32string_view text, WordSplit split,
                 const std::function<void(size_t begin, size_t end)>& word);

}  // namespace fw::text
