// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>

namespace fw::download {

/// Receives the number of bytes read so far.
using ReadBytes = std::function<void(uint64_t)>;

/// SHA-256 of a file in lower-case hexadecimal digits, as used by package indexes and model hubs.
/// @throws fw::Error base.read_failed, fw::Cancelled. Thread: any. Cost: half a second to two per gigabyte.
std::string sha256_of(const std::filesystem::path& file, const std::stop_token& stop = {},
                      const ReadBytes& progress = {});
/// Git's name of a file with this content (SHA-1 of a header and the content). As sha256_of.
std::string git_blob_id_of(const std::filesystem::path& file, const std::stop_token& stop = {},
                           const ReadBytes& progress = {});

}  // namespace fw::download
