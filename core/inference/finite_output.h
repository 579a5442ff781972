// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include "catalog/catalog.h"

namespace fw::inference {

/// Refuses NaN and infinite values in the output of networks, before they become a black clip or a useless
/// cache entry. Weights are read only then, to find the broken one.
/// @param phase  in which it was made
/// @throws fw::Error nn.weight_not_finite, inference.not_finite
/// Cost: one pass over `made`; waits for a GPU.
void require_finite(const torch::Tensor& made, const catalog::ModelSource& model, const char* phase);

}  // namespace fw::inference
