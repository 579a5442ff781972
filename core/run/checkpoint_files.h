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

/// The hashes in checkpoint.json of itself and of the checkpoint's other files, which reveal damage.
namespace fw::run {

using FileHashes = std::map<std::string, std::string>;  ///< Hash128 by name

/// `state` with the hashes, sealed by one of its own.
nlohmann::json sealed(nlohmann::json state, const FileHashes& hashes);
/// Whether nothing in it has changed since; true of one from before there were hashes.
bool is_intact(nlohmann::json state);

/// @param names  looks at these files alone; empty: all that have a hash
/// @param on_bytes  of all files so far
/// @return the name of one that is not as it was written; nothing when all are, or when the checkpoint is
/// from before there were hashes. @throws fw::Error base.read_failed and base.json of checkpoint.json;
/// fw::Cancelled. Thread: any. Cost: reads the files, and hashes them several times as fast.
std::optional<std::string> damaged_file(const std::filesystem::path& checkpoint,
                                        const std::set<std::string>& names = {},
                                        const std::stop_token& stop = {},
                                        const std::function<void(uint64_t)>& on_bytes = {});

}  // namespace fw::run
