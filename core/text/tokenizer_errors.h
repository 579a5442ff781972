// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace fw::text {

inline constexpr ErrorCode no_tokenizer{
    "text.no_tokenizer",
    FW_TEXT(
        "errors",
        "{folder} does not contain a tokenizer: spiece.model, tokenizer.json, or vocab.json and merges.txt."),
    FW_TEXT("errors", "Download the model's tokenizer folder."), Blame::input};
inline constexpr ErrorCode bad_tokenizer{
    "text.bad_tokenizer", FW_TEXT("errors", "{file} is not a tokenizer that can be used: {reason}."),
    FW_TEXT("errors", "Download the file again; a pointer file of Git LFS is not enough."), Blame::input};

/// Enough for a vocabulary of a million pieces, and for tokenizer.json, which is larger than other JSON.
inline constexpr size_t largest_tokenizer = 64 << 20;

}  // namespace fw::text
