// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

namespace fw::media {

/// XXH3-128 of a file's bytes as 32 lower-case hexadecimal digits: names a source wherever it is moved to.
/// XXH3 because it runs as fast as memory is read, so that the disk is the limit (SHA-256 without the
/// processor's help manages a twentieth of that); its specification is frozen, and 128 bits leave no chance
/// of two clips meeting by accident. It does not withstand someone who makes two files meet on purpose, which
/// here would harm only his own dataset.
/// @throws fw::Error media.unreadable; fw::Cancelled
/// Thread: any. Memory: 1 MiB.
std::string content_hash(const std::filesystem::path& file, std::stop_token stop = {});

}  // namespace fw::media
