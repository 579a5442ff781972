// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "base/error.h"
#include "nn/load.h"
#include "tensor/checkpoint.h"

/// Whether files hold weights that a network can compute with.
namespace fw::nn {

inline constexpr ErrorCode weight_not_finite{
    "nn.weight_not_finite",
    FW_TEXT("errors", "The weight {name} in {file} holds numbers that are infinite or none (NaN)."),
    FW_TEXT("errors", "The file is damaged, or its model was: download it again."), Blame::input};

/// One fault for what all weights have in common: scales of their own (safetensors.quantized), or
/// (nn.mismatch) a prefix before names that would otherwise fit, or whole numbers. Nothing where each tensor
/// has to be listed.
/// @param mismatch  of the two
std::optional<Fault> common_fault(Module& module, const tensor::Checkpoint& checkpoint,
                                  const Mismatch& mismatch);

/// @throws fw::Error as common_fault, else nn.mismatch with up to 20 tensors that are missing, unexpected or
///   wrongly shaped
void check_fit(Module& module, const tensor::Checkpoint& checkpoint);

/// @throws fw::Error nn.weight_not_finite for NaN or an infinite value in a weight of `checkpoint`
void require_finite(const torch::Tensor& weight, const std::string& name,
                    const tensor::Checkpoint& checkpoint);

/// The same for all its weights. Mapped files are read in place, tensor by tensor.
/// @param on_tensor  called before each tensor; may throw fw::Cancelled
/// Cost: one pass over the files, about as fast as the disk.
void require_finite(const tensor::Checkpoint& checkpoint,
                    const std::function<void(size_t done, size_t total)>& on_tensor = {});

}  // namespace fw::nn
