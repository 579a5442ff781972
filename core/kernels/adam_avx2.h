// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/adam.h"

namespace fw::kernels {

/// True if this processor has AVX2.
bool has_avx2();

/// Steps a whole block with 8-bit state in AVX2 instructions, with the same bits as the portable version.
/// Weight and gradient are float32; `tensors` provides the state. @pre has_avx2(), the block is complete
void adam_coded_block_avx2(const AdamTensors& tensors, const AdamScalars& scalars, int64_t block,
                           const float* gradient, float* weight);

}  // namespace fw::kernels
