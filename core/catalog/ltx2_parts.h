// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "catalog/single_file.h"

namespace fw::catalog {

/// True for a published name of a tensor or layer of LTX-2's stream for sound, or of the layers between sound
/// and video, in diffusers' and in the makers' own names. Thread: any.
bool is_of_ltx2_sound(std::string_view name);

/// Names in Lightricks' own repository, which ComfyUI follows.
const KeyNames& ltx2_key_names();

/// Interprets a file with the transformer and, mostly, connectors and VAE of an LTX-2 model, as published by
/// its makers. Values that no shape determines come from the metadata, or are those of the published models.
/// @return  nullopt for other files. Thread: any.
std::optional<SingleFile> ltx2_single_file(const safetensors::Header& header);

/// Interprets a file as one component: "transformer", "connectors", "vae", "audio_vae", "vocoder" or
/// "text_encoder".
/// @param config  of this component in the model's folder, or null: inferred as above
/// @return        nullopt for other components and other files. Thread: any.
std::optional<SingleFile::Component> ltx2_part(const safetensors::Header& header, std::string_view name,
                                               const nlohmann::json& config);

}  // namespace fw::catalog
