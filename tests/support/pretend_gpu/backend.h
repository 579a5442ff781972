// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/Generator.h>

namespace fw::pretend_gpu {

/// The seed of an operator's random numbers: drawn on launch.
uint64_t draw_seed(const at::Generator& generator);

}  // namespace fw::pretend_gpu
