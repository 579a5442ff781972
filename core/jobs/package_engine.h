// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/error.h"

/// The engine of a package, which uses the LibTorch that its user has installed (runtime/installed.h).
namespace fw::jobs {

/// Fixed by installing LibTorch.
inline constexpr ErrorCode runtime_missing{
    "jobs.runtime_missing", FW_TEXT("errors", "LibTorch, which trains and generates, is not installed yet."),
    FW_TEXT("errors",
            "Install it: on the start page, by Help > Install LibTorch…, or by framewright-cli runtime "
            "install. Projects, clips and captions work without it.")};
inline constexpr ErrorCode libtorch_broken{
    "jobs.libtorch_broken", FW_TEXT("errors", "LibTorch cannot be loaded: {reason}."),
    FW_TEXT("errors", "Remove it and install it again: framewright-cli runtime remove, and then install.")};

/// True if this program is from a package: its engine is next to libframewright-core, or in the folder that
/// $FRAMEWRIGHT_ENGINE names, and does not know where LibTorch is. Thread: any. Cost: two stats.
bool is_package();

}  // namespace fw::jobs
