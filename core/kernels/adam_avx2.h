// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/adam.h"

namespace fw::kernels {

/// Whether this processor has AVX2.
bool has_avx2();

/// A whole block with 8-bit state in AVX2 instructions: the same bits as step by step. Weight and gradient
/// are float32; `tensors` gives the state. @pre has_avx2(), the block is complete
void adam_coded_block_avx2(const AdamTensors& tensors, const AdamScalars& scalars, int64_t block,
                           const float* gradient, float* weight);

}  // namespace fw::kernels
