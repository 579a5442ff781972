// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalog/single_file.h"

namespace fw::catalog {

/// Interprets a file with only the VAE, Qwen2.5-VL, ByT5 or SigLIP of a HunyuanVideo 1.5 model, under the
/// names of the original code, ComfyUI's files or the published folders.
/// @param name    "vae", "text_encoder", "text_encoder_2" or "image_encoder"
/// @param config  of this component in the model's folder, or null: inferred from the file's shapes, with the
///                published models' values for what these do not determine
/// @return        nullopt for other components and other files. Thread: any.
std::optional<SingleFile::Component> hunyuan_15_part(const safetensors::Header& header, std::string_view name,
                                                     const nlohmann::json& config);

}  // namespace fw::catalog
