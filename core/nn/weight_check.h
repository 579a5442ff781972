// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "base/error.h"
#include "nn/load.h"
#include "tensor/checkpoint.h"

/// Checks whether files hold weights that a network can use.
namespace fw::nn {

inline constexpr ErrorCode weight_not_finite{
    "nn.weight_not_finite",
    FW_TEXT("errors", "The weight {name} in {file} holds numbers that are infinite or none (NaN)."),
    FW_TEXT("errors", "The file is damaged, or its model was: download it again."), Blame::input};

/// Finds one fault that explains the whole mismatch: quantized weights with their own scales
/// (safetensors.quantized), or (nn.mismatch) integer weights. nullopt if the tensors have to be listed
/// individually.
/// @param mismatch  between the two
std::optional<Fault> common_fault(Module& module, const tensor::Checkpoint& checkpoint,
                                  const Mismatch& mismatch);

/// Removes a prefix of all names without which they fit: a wrapper's, such as "module." or "_orig_mod.".
void drop_wrapper(Module& module, tensor::Checkpoint& checkpoint);

/// The same tensors, without a wrapper's names. @throws as check_fit
tensor::Checkpoint fitting(Module& module, tensor::Checkpoint checkpoint);

/// @throws fw::Error as common_fault, else nn.mismatch with up to 20 tensors that are missing, unexpected or
///   of the wrong shape
void check_fit(Module& module, const tensor::Checkpoint& checkpoint);

/// @throws fw::Error nn.weight_not_finite if a weight of `checkpoint` contains NaN or infinity
void require_finite(const torch::Tensor& weight, const std::string& name,
                    const tensor::Checkpoint& checkpoint);

/// Checks all weights. Mapped files are read in place, tensor by tensor.
/// @param on_tensor  called before each tensor; may throw fw::Cancelled
/// Cost: one pass over the files, at about the speed of the disk.
void require_finite(const tensor::Checkpoint& checkpoint,
                    const std::function<void(size_t done, size_t total)>& on_tensor = {});

}  // namespace fw::nn
