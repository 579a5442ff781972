// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

namespace fw::safetensors {

/// Identifies a model component (a folder with config.json and weights) by its content: XXH3-128 over its
/// config.json and the bytes of all its weight files. Everything derived from a component (latents,
/// embeddings, preview maps) is cached under this name. File hashes are cached in
/// cache_folder()/identities.json by path, size and change time, so that 10 GB are read only once and not at
/// each start. @throws fw::Error safetensors.*, base.read_failed; fw::Cancelled. Thread: any.
std::string component_identity(const std::filesystem::path& folder, const std::stop_token& stop = {});

}  // namespace fw::safetensors
