// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/error.h"

namespace fw::media {

/// Converts the current exception to a fault of the file being processed, including standard exceptions,
/// since one file must not stop the work on all others. Call only inside a catch block.
/// @throws fw::Cancelled if that is the current exception. Thread: any.
Fault fault_of(const std::filesystem::path& file);

}  // namespace fw::media
