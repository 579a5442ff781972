// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "config/bucket.h"

/// Between tensors and the files of clips.
namespace fw::engine {

/// The kind of clip that a file's name asks for is one that can be written.
/// @throws fw::Error engine.bad_out_format
void check_clip_name(const std::filesystem::path& out);

/// A clip's first image, cropped in the middle to the clip's aspect.
/// @return [1, 3, H, W] float32 in 0..1 @throws fw::Error media.*
torch::Tensor read_first_image(const std::filesystem::path& file, const config::Bucket& size);

/// @param frames  [T, H, W, 3] in 0..1 on the CPU
/// @param recipe  everything the clip was made of: kept in its metadata
/// @throws fw::Error engine.bad_out_format, media.*, base.write_failed
void write_clip(const std::filesystem::path& out, const torch::Tensor& frames, double fps,
                const nlohmann::json& recipe);

}  // namespace fw::engine
