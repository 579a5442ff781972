// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/error.h"

namespace fw {

/// Bytes of a file's beginning that are enough for file_kind().
inline constexpr size_t file_kind_bytes = 64;

/// In words, what a file really is that is not what its name says: "a Git LFS pointer", "a web page", a
/// format of other weights or an archive. Empty: unknown, among them safetensors. Thread: any.
std::string_view file_kind(std::string_view first_bytes);

inline constexpr std::string_view git_lfs_pointer = FW_TEXT("errors", "a Git LFS pointer");
inline constexpr std::string_view web_page = FW_TEXT("errors", "a web page");

}  // namespace fw
