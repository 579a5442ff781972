// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <array>
#include <filesystem>

#include "catalog/model_spec.h"

namespace fw::encoders {

/// A network that encodes pictures as embeddings. Thread: one at a time.
class ImageEncoder {
 public:
  virtual ~ImageEncoder() = default;
  /// @param pictures  [B, 3, H, W] in 0..1, any size
  /// @return          [B, tokens, D] on the device that encodes
  virtual torch::Tensor encode(const torch::Tensor& pictures) = 0;
};

/// Size of a picture's embedding: tokens and D. @param folder  of the encoder
/// @throws fw::Error nn.bad_config. Thread: any. Cost: reads config.json.
std::array<int64_t, 2> image_embedding_size(catalog::EncoderSpec::Kind kind,
                                            const std::filesystem::path& folder);

}  // namespace fw::encoders
