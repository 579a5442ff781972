// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stop_token>
#include <string>

/// Hashes in checkpoint.json, of itself and of the checkpoint's other files, for detecting damage.
namespace fw::run {

using FileHashes = std::map<std::string, std::string>;  ///< Hash128 by name

/// Adds the hashes to `state`, and a hash of the whole.
nlohmann::json sealed(nlohmann::json state, const FileHashes& hashes);
/// True if the state is unchanged since it was sealed, or is older than the hashes.
bool is_intact(nlohmann::json state);

/// @param names  checks only these files; empty: all files with a hash
/// @param on_bytes  bytes read so far, over all files
/// @return the name of a file that has changed; nullopt if none has, or if the checkpoint is older than the
///   hashes. @throws fw::Error base.read_failed and base.json for checkpoint.json; fw::Cancelled. Thread:
///   any. Cost: reads the files; hashing is several times faster.
std::optional<std::string> damaged_file(const std::filesystem::path& checkpoint,
                                        const std::set<std::string>& names = {},
                                        const std::stop_token& stop = {},
                                        const std::function<void(uint64_t)>& on_bytes = {});

}  // namespace fw::run
