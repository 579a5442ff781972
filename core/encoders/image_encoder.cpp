// SPDX-License-Identifier: Apache-2.0
#include "encoders/image_encoder.h"

#include "base/json_text.h"
#include "encoders/clip_vision.h"
#include "encoders/siglip.h"

namespace fw::encoders {

std::array<int64_t, 2> image_embedding_size(catalog::EncoderSpec::Kind kind,
                                            const std::filesystem::path& folder) {
  const nlohmann::json json = read_json(folder / "config.json");
  if (kind == catalog::EncoderSpec::Kind::clip_vision) {
    const ClipVisionConfig config = ClipVisionConfig::from_json(json);
    const int64_t side = config.patches_along_side();
    return {side * side + 1, config.layer.hidden_size};  // with the class token
  }
  const SiglipConfig config = SiglipConfig::from_json(json);
  const int64_t side = config.patches_along_side();
  return {side * side, config.layer.hidden_size};
}

}  // namespace fw::encoders
