// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "adapters/fuse.h"

namespace fw::adapters {

/// Writes a copy of a model's transformer with LoRAs merged into its weights: W + sum of weight times each
/// LoRA's change of W, computed in float32 and rounded once to the checkpoint's dtype, or to bf16 if they are
/// quantized. Other files of the folder are copied. Only one tensor at a time is in memory.
/// @param model        the network of the transformer, without weights
/// @param transformer  the component's folder: config.json and weights, sharded or not
/// @param target       a new folder of the same layout
/// @param on_tensor    called before each tensor; may throw fw::Cancelled
/// @throws fw::Error adapters.does_not_fit, adapters.target_exists, adapters.merged_too_large, nn.mismatch,
///   safetensors.quantized, nn.weight_not_finite, safetensors.*, base.write_failed
void merge(nn::Module& model, const std::filesystem::path& transformer,
           const std::vector<WeightedLora>& loras, const std::filesystem::path& target,
           const std::function<void(size_t done, size_t total)>& on_tensor = {});

}  // namespace fw::adapters
