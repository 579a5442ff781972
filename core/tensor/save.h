// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <map>
#include <string>

#include "safetensors/header.h"

namespace fw::tensor {

/// Writes tensors as they are (any device, any strides) to one safetensors file, atomically and durably.
/// Tensors on a GPU come over in pieces; a tensor with unusual strides is copied once, one at a time.
/// @throws fw::Error base.write_failed, tensor.not_storable. Thread: any.
void save_tensors(const std::filesystem::path& target, const std::map<std::string, torch::Tensor>& tensors,
                  const safetensors::Metadata& metadata = {});

}  // namespace fw::tensor
