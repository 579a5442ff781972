// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "adapters/lora.h"
#include "model_files/lora_keys.h"

/// The rows of layers whose names in other programs are those of one fused matrix, or whose halves are
/// swapped there.
namespace fw::adapters {

/// The module of some of its weight's rows; shares no tensors. nullopt: its form cannot be split there
std::optional<LoraModule> slice_of(const LoraModule& module, int64_t first, int64_t count);

/// Swaps the halves of a layer's rows if its other name has them in the opposite order.
/// @return nullopt: its form cannot
std::optional<LoraModule> with_halves_swapped(LoraModule module, const std::string& path,
                                              const catalog::KeyNames& names);
torch::Tensor with_halves_swapped(torch::Tensor rows, const std::string& path,
                                  const catalog::KeyNames& names);

/// One module for several layers. @param all  a module for each; nullptr: the LoRA has none there
/// @param rows  of each layer. @return nullopt: their forms cannot be fused
std::optional<LoraModule> fused(const std::vector<const LoraModule*>& all, const std::vector<int64_t>& rows);

/// The modules that tensors with these names belong to.
std::vector<std::string> tensor_owners(const std::map<std::string, std::vector<int64_t>>& tensors);

}  // namespace fw::adapters
