// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/error.h"

namespace fw {

/// Number of bytes that file_kind() needs from a file's beginning.
inline constexpr size_t file_kind_bytes = 64;

/// Names the actual kind of a file with a misleading name: "a Git LFS pointer", "a web page", another format
/// of weights or an archive. Empty: unknown, including safetensors. Thread: any.
std::string_view file_kind(std::string_view first_bytes);

inline constexpr std::string_view git_lfs_pointer = FW_TEXT("errors", "a Git LFS pointer");
inline constexpr std::string_view web_page = FW_TEXT("errors", "a web page");

}  // namespace fw
