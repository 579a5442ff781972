// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/error.h"
#include "safetensors/tensor_set.h"

namespace fw::safetensors {

/// Reports weights that are quantized with scales in separate tensors, by ComfyUI, bitsandbytes, GPTQ, …:
/// read without the scales, they are noise. nullopt for plain weights, including fp8 without scales.
/// @param file  its name for the message
std::optional<Fault> quantized_weights(const std::vector<TensorInfo>& tensors, const std::string& file);
std::optional<Fault> quantized_weights(const TensorSet& weights);

/// Whether a tensor is one that a quantization adds to the weights, as quantized_weights() looks for.
bool belongs_to_quantization(std::string_view tensor);
/// Whether all that is quantized are fp8 weights with one float32 scale each, by ComfyUI's names:
/// `X.scale_weight` or `X.weight_scale`. These can be used: TensorSet applies them.
bool has_plain_scales(const std::vector<TensorInfo>& tensors);
/// Of such a file, each scale's tensor by the name of its weight; empty for other files and unquantized ones.
std::map<std::string, std::string> plain_scales(const std::vector<TensorInfo>& tensors);

}  // namespace fw::safetensors
