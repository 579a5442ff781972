// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "adapters/lora.h"

namespace fw::adapters {

struct WeightedLora {
  Lora lora;
  double weight = 1;
};

/// One LoRA equivalent to the given ones together: concatenates their matrices, so ranks add up without loss;
/// scale 1. @return float32 on the CPU
/// @throws fw::Error adapters.only_loras_fuse for other kinds
Lora fuse(const std::vector<WeightedLora>& loras);

/// The best approximation of rank at most `rank` (truncated singular value decomposition), for a fused LoRA
/// that became too large. Cost: per module a QR of both matrices and an SVD of rank x rank.
/// @throws as fuse()
Lora reduce_rank(const Lora& lora, int64_t rank);

}  // namespace fw::adapters
