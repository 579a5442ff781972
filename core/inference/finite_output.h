// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include "catalog/catalog.h"

namespace fw::inference {

/// Rejects NaN and infinite values in the output of networks, before they become a black clip or a useless
/// cache entry. Only then reads the weights, to find broken ones.
/// @param phase  name of the phase, for the message
/// @throws fw::Error nn.weight_not_finite, inference.not_finite
/// Cost: one pass over `made`; synchronizes with a GPU.
void require_finite(const torch::Tensor& made, const catalog::ModelSource& model, const char* phase);

}  // namespace fw::inference
