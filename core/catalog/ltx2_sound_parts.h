// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

/// The components of LTX-2 that make sound, as the makers' files hold them.
namespace fw::catalog {

/// The published name of a tensor of the sound's autoencoder or of the vocoder; empty for others.
std::string ltx2_audio_vae_name(std::string_view stored);
std::string ltx2_vocoder_name(std::string_view stored);

/// Shapes by published name.
using Ltx2Shapes = std::map<std::string, std::vector<int64_t>>;

/// Configurations of components with these tensors. Values that no shape determines are those of the
/// published models. Thread: any.
nlohmann::json ltx2_audio_vae_config(const Ltx2Shapes& shapes);
/// @param said  the file's own "vocoder" configuration, in the makers' names; null if it has none
nlohmann::json ltx2_vocoder_config(const Ltx2Shapes& shapes, const nlohmann::json& said);

}  // namespace fw::catalog
