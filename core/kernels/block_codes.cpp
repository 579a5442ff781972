// SPDX-License-Identifier: Apache-2.0
#include "kernels/block_codes.h"

namespace fw::kernels {

float inverse_scale(float& scale) {
  if (scale >= least_scale && scale <= largest_scale) return 1 / scale;
  scale = 0;
  return 0;
}

void decode_block(const DynamicCode& code, const uint8_t* codes, float scale, float* values, int64_t count) {
  float table[256];
  for (int i = 0; i < 256; ++i) table[i] = decode(code, static_cast<uint8_t>(i), scale);
  for (int64_t i = 0; i < count; ++i) values[i] = table[codes[i]];
}

float encode_block(const DynamicCode& code, const float* values, uint8_t* codes, int64_t count) {
  float scale = 0;
  for (int64_t i = 0; i < count; ++i) {
    const float magnitude = values[i] < 0 ? -values[i] : values[i];
    scale = magnitude > scale ? magnitude : scale;
  }
  const float inverse = inverse_scale(scale);
  for (int64_t i = 0; i < count; ++i) codes[i] = encode(code, values[i] * inverse);
  return scale;
}

}  // namespace fw::kernels
