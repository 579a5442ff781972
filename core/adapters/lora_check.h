// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "adapters/lora.h"
#include "base/error.h"
#include "optim/parameter.h"

namespace fw::adapters {

/// Detects trained weights that are useless, which would otherwise be found hours later: values that are not
/// finite, tensors that are all zero (a LoRA's B stays zero if it is not trained), and tensors whose root
/// mean square is over a hundred times the median of their kind (the last two parts of their names).
/// @return  one fault per tensor, the worst kind first; empty if there are none
/// Cost: one pass over the tensors.
std::vector<Fault> examine(const std::vector<optim::Parameter>& parameters);

/// Its matrices by their names in files.
std::vector<optim::Parameter> tensors_of(const Lora& lora);

/// Faults that make a LoRA unusable: values that are not finite, and weight changes beyond the range of half
/// precision, in which many models are stored and run. @return empty if there are none. Cost: one pass over
/// the values; if a bound is not sufficient, the product of a module's matrices.
std::vector<Fault> unusable_values(const Lora& lora);

}  // namespace fw::adapters
