// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "adapters/lora.h"

namespace fw::adapters {

struct WeightedLora {
  Lora lora;
  double weight = 1;
};

/// One LoRA that does what the given ones do together: their matrices side by side, so that the ranks add up
/// and nothing is lost; scale 1. @return float32 on the CPU
Lora fuse(const std::vector<WeightedLora>& loras);

/// The nearest LoRA of at most `rank` (truncated singular value decomposition), for a fused one that grew too
/// large. Cost: a QR of both matrices and an SVD of rank x rank a module.
Lora reduce_rank(const Lora& lora, int64_t rank);

}  // namespace fw::adapters
