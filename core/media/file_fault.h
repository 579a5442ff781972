// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/error.h"

namespace fw::media {

/// The exception that is being handled, as the fault of the one file that was worked on: also what the
/// standard library throws, since one file must not end the work on all others. Only inside a catch block.
/// @throws fw::Cancelled when that is what is being handled. Thread: any.
Fault fault_of(const std::filesystem::path& file);

}  // namespace fw::media
