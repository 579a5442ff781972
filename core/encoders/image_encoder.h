// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

namespace fw::encoders {

/// A network that encodes pictures as embeddings. Thread: one at a time.
class ImageEncoder {
 public:
  virtual ~ImageEncoder() = default;
  /// @param pictures  [B, 3, H, W] in 0..1, any size
  /// @return          [B, tokens, D] on the device that encodes
  virtual torch::Tensor encode(const torch::Tensor& pictures) = 0;
};

}  // namespace fw::encoders
