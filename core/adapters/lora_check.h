// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "adapters/lora.h"
#include "base/error.h"
#include "optim/parameter.h"

namespace fw::adapters {

/// Looks for what makes trained weights useless and would else be found hours later: values that are not
/// finite, tensors that are all zero (a LoRA's B stays zero when it is not trained), and tensors whose root
/// mean square is over a hundred times the median of their kind (the names' last two parts).
/// @return  one fault a tensor, the worst kind first; empty when all is well
/// Cost: one pass over the tensors.
std::vector<Fault> examine(const std::vector<optim::Parameter>& parameters);

/// Its matrices by the names that files give them.
std::vector<optim::Parameter> tensors_of(const Lora& lora);

/// Faults that make a LoRA unusable: values that are not finite, and changes of weights beyond half
/// precision, in which many models are stored and run. @return empty when all is well Cost: one pass over the
/// values; where a bound is not enough, the product of a module's matrices.
std::vector<Fault> unusable_values(const Lora& lora);

}  // namespace fw::adapters
