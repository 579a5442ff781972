// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>

namespace fw::support {

/// A dataset of one clip with its cache, made of random numbers, as `precompute` would write it for a model.
/// @param folder   gets dataset.jsonl and cache/
/// @param model    a model folder; only its configurations are read
/// @param latent   frames, height and width; of a window if the model has windows
/// @param samples  rows that name the clip
/// @throws fw::Error if a file cannot be read or written
void make_random_dataset(const std::filesystem::path& folder, const std::filesystem::path& model,
                         const std::array<int64_t, 3>& latent, int64_t samples);

}  // namespace fw::support
