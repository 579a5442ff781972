// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

namespace fw::captioning {

inline constexpr ErrorCode captioner_failed{
    "captioning.captioner_failed", FW_TEXT("errors", "The captioner failed: {reason}."),
    FW_TEXT("errors", "Try it on a single file yourself, or raise its time limit.")};
inline constexpr ErrorCode bad_captioner{
    "captioning.bad_captioner", FW_TEXT("errors", "The captioner cannot be used: {reason}."),
    FW_TEXT("errors", "Give a command with {file} in it, or the URL of an OpenAI-compatible server."),
    Blame::input};

}  // namespace fw::captioning
