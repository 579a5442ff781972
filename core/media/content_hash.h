// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

#include "media/source_file.h"

namespace fw::media {

/// Hash128 of a file's bytes: names a source wherever it is moved to.
/// @throws fw::Error media.unreadable; fw::Cancelled
/// Thread: any. Memory: 1 MiB.
std::string content_hash(const std::filesystem::path& file, std::stop_token stop = {});

/// Whether `file` still is what it was when it had this hash. Read only when its length or time is another
/// one than then, or not known. @throws fw::Error media.unreadable (missing too); fw::Cancelled. Thread: any.
bool is_unchanged(const std::filesystem::path& file, const std::string& hash,
                  const std::optional<FileStamp>& then, std::stop_token stop = {});
/// @throws fw::Error media.source_changed unless it is; and what is_unchanged throws
void refuse_changed(const std::filesystem::path& file, const std::string& hash,
                    const std::optional<FileStamp>& then, std::stop_token stop = {});

}  // namespace fw::media
