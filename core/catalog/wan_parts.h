// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "catalog/single_file.h"

namespace fw::catalog {

/// The VAE, UMT5 or CLIP of a Wan model in a file by itself: by the names of the original code, of ComfyUI's
/// files or of the published folders.
/// @param name    "vae", "text_encoder" or "image_encoder"
/// @param config  of this component in the model's folder, or null: then the file's shapes must be those of a
///                published model
/// @return        nothing for other components and other files. Thread: any.
std::optional<SingleFile::Component> wan_part(const safetensors::Header& header, std::string_view name,
                                              const nlohmann::json& config);

}  // namespace fw::catalog
