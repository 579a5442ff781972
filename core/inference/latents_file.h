// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>

#include "base/atomic_file.h"
#include "engine_api/clip_recipe.h"
#include "families/family.h"

namespace fw::inference {

/// Stores latents before decoding, which may fail: `framewright-cli generate --latents` reads the file.
struct LatentsFile {
  torch::Tensor latents;  ///< [1, C, F, h, w]; in the file [1, F, C, h, w]
  engine_api::ClipRecipe recipe;
  families::SoundWave sound = {};  ///< of the clip, decoded
};
/// @throws fw::Error base.write_failed, base.file_exists
void write_latents(const std::filesystem::path& file, const LatentsFile& content, Existing existing);
/// @throws fw::Error inference.bad_latents, safetensors.*
LatentsFile read_latents(const std::filesystem::path& file);

}  // namespace fw::inference
