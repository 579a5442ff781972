// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "kernels/dynamic_code.h"

/// Converts blocks of float32 values to codes and back on the CPU: value = scale decode(code), where the
/// scale is the block's largest magnitude.
namespace fw::kernels {

/// @param count  at most a block
void decode_block(const DynamicCode& code, const uint8_t* codes, float scale, float* values, int64_t count);
/// @return  the scale. A block whose largest magnitude is below least_scale, or not finite, becomes zeros.
float encode_block(const DynamicCode& code, const float* values, uint8_t* codes, int64_t count);

/// Returns 1 / scale; if that is not possible, returns 0 and sets the scale to 0.
float inverse_scale(float& scale);

}  // namespace fw::kernels
