// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

namespace fw::safetensors {

/// Names a model component (a folder with config.json and weights) by its content: XXH3-128 over its
/// config.json and the bytes of all its weight files. What is made with a component (latents, embeddings,
/// preview maps) is kept under this name. The hash of a file is remembered in cache_folder()/identities.json
/// by path, size and time of change, so that 10 GB are read once and not at each start. @throws fw::Error
/// safetensors.*, base.read_failed; fw::Cancelled. Thread: any.
std::string component_identity(const std::filesystem::path& folder, const std::stop_token& stop = {});

}  // namespace fw::safetensors
