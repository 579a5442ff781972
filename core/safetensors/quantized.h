// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/error.h"
#include "safetensors/tensor_set.h"

namespace fw::safetensors {

/// Reports weights that are quantized with scales in separate tensors, by ComfyUI, bitsandbytes, GPTQ, …:
/// read without the scales, they are noise. nullopt for plain weights, including fp8 without scales.
/// @param file  its name for the message
std::optional<Fault> quantized_weights(const std::vector<TensorInfo>& tensors, const std::string& file);
std::optional<Fault> quantized_weights(const TensorSet& weights);

}  // namespace fw::safetensors
