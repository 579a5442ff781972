// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

namespace fw::runtime {

/// SHA-256 of a file in lower-case hexadecimal digits, as used by package indexes.
/// @throws fw::Error base.read_failed, fw::Cancelled. Thread: any. Cost: half a second to two per gigabyte.
std::string sha256_of(const std::filesystem::path& file, const std::stop_token& stop = {});

}  // namespace fw::runtime
