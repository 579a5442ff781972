// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

namespace fw::media {

/// Hash128 of a file's bytes: names a source wherever it is moved to.
/// @throws fw::Error media.unreadable; fw::Cancelled
/// Thread: any. Memory: 1 MiB.
std::string content_hash(const std::filesystem::path& file, std::stop_token stop = {});

}  // namespace fw::media
