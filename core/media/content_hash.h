// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "media/source_file.h"

namespace fw::media {

/// Hash128 of a file's bytes: identifies a source even after it was moved.
/// @throws fw::Error media.unreadable; fw::Cancelled
/// Thread: any. Memory: 1 MiB.
std::string content_hash(const std::filesystem::path& file, std::stop_token stop = {});

/// True if `file` still has the content with this hash. Reads the file only if its size or time differs from
/// `then`, or `then` is unknown. @throws fw::Error media.unreadable (also if missing); fw::Cancelled. Thread:
/// any.
bool is_unchanged(const std::filesystem::path& file, const std::string& hash,
                  const std::optional<FileStamp>& then, std::stop_token stop = {});
/// @throws fw::Error media.source_changed if it has changed; and what is_unchanged throws
void refuse_changed(const std::filesystem::path& file, const std::string& hash,
                    const std::optional<FileStamp>& then, std::stop_token stop = {});

}  // namespace fw::media
