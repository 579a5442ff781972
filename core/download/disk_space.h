// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/error.h"

namespace fw::download {

/// Left free on the disk for concurrent writes of other programs.
inline constexpr uint64_t spare_bytes = 50'000'000;

/// Checks that the file system of `folder`, which may not exist yet, has room for `bytes` more and the spare.
/// An unknown size of the file system is not an error. Thread: any.
/// @param no_space  thrown with {need}, {free} and {folder}
void require_space(const std::filesystem::path& folder, uint64_t bytes, const ErrorCode& no_space);

}  // namespace fw::download
