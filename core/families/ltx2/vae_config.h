// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/ltx_video/vae.h"

namespace fw::families {

/// vae/config.json of LTX-2's video autoencoder: LTX-Video's network with other blocks. A first stage
/// of the encoder is as wide as the latents, and each stage of the decoder has its own way to upsample.
struct Ltx2VaeConfig : LtxVaeConfig {
  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static Ltx2VaeConfig from_json(const nlohmann::json& json);
};

}  // namespace fw::families
