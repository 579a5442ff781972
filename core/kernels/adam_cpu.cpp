// SPDX-License-Identifier: Apache-2.0
#include "kernels/adam.h"
#include "kernels/adam_avx2.h"
#include "kernels/block_codes.h"
#include "kernels/stochastic_rounding.h"

// The loops are written for the compiler to vectorise, once for all x86-64 and once for newer processors; the
// build forbids contraction, so that both give the same bits.
#define FW_VECTORISED __attribute__((target_clones("avx2", "default")))

namespace fw::kernels {

namespace {

FW_VECTORISED void widen(const uint16_t* __restrict from, float* __restrict to, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const uint32_t bits = static_cast<uint32_t>(from[i]) << 16;
    to[i] = __builtin_bit_cast(float, bits);
  }
}

FW_VECTORISED void narrow(const float* __restrict from, uint16_t* __restrict to, int64_t count, uint32_t key,
                          uint32_t first_element) {
  for (int64_t i = 0; i < count; ++i) {
    const uint32_t random = random_bits(key, first_element + static_cast<uint32_t>(i));
    to[i] = round_stochastically(__builtin_bit_cast(uint32_t, from[i]), random);
  }
}

/// @param beta1, beta2  1 if the state is already multiplied
template <bool mixes_gradient>
__attribute__((always_inline)) inline void update_all(const AdamScalars& s, float beta1, float beta2,
                                                      const float* __restrict gradient,
                                                      float* __restrict weight, float* __restrict exp_avg,
                                                      float* __restrict exp_avg_sq, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    float g = gradient[i];
    if (mixes_gradient) g = fused(s.coupled_decay, weight[i], s.gradient_factor * g);
    exp_avg[i] = fused(s.mean_weight, g, beta1 * exp_avg[i]);
    exp_avg_sq[i] = fused(s.square_weight * g, g, beta2 * exp_avg_sq[i]);
    const float root = fused(__builtin_sqrtf(exp_avg_sq[i]), s.root_factor, s.epsilon);
    weight[i] = fused(s.weight_factor, weight[i], -(exp_avg[i] / root));
  }
}

__attribute__((target_clones("fma", "default"))) void update(const AdamScalars& scalars, float beta1,
                                                             float beta2, const float* gradient,
                                                             float* weight, float* exp_avg, float* exp_avg_sq,
                                                             int64_t count) {
  const AdamScalars s = scalars;
  if (s.mixes_gradient) {
    update_all<true>(s, beta1, beta2, gradient, weight, exp_avg, exp_avg_sq, count);
  } else {
    update_all<false>(s, beta1, beta2, gradient, weight, exp_avg, exp_avg_sq, count);
  }
}

/// Buffers for the parts of a block that must be converted.
struct Buffers {
  float weight[block_size], gradient[block_size], exp_avg[block_size], exp_avg_sq[block_size];
};

template <typename T>
T* at(void* array, int64_t index) {
  return static_cast<T*>(array) + index;
}

/// Steps a block with 8-bit state.
void step_coded(const AdamTensors& tensors, const AdamScalars& scalars, int64_t block, int64_t count,
                const float* gradient, float* weight, Buffers& buffers) {
  uint8_t* const codes = at<uint8_t>(tensors.exp_avg, block * block_size);
  uint8_t* const codes_sq = at<uint8_t>(tensors.exp_avg_sq, block * block_size);
  float& scale = tensors.exp_avg_scale[block];
  float& scale_sq = tensors.exp_avg_sq_scale[block];
  decode_block(signed_code, codes, scalars.beta1 * scale, buffers.exp_avg, count);
  decode_block(unsigned_code, codes_sq, scalars.beta2 * scale_sq, buffers.exp_avg_sq, count);
  update(scalars, 1, 1, gradient, weight, buffers.exp_avg, buffers.exp_avg_sq, count);
  scale = encode_block(signed_code, buffers.exp_avg, codes, count);
  scale_sq = encode_block(unsigned_code, buffers.exp_avg_sq, codes_sq, count);
}

}  // namespace

void adam_cpu(const AdamTensors& tensors, const AdamScalars& scalars, int64_t first, int64_t end,
              CpuPath path) {
  const bool avx2 = path == CpuPath::best && has_avx2();
  const bool wide = tensors.weight_type == FloatType::float32;
  Buffers buffers;
  for (int64_t block = first; block < end; ++block) {
    const int64_t begin = block * block_size;
    const int64_t count = tensors.count - begin < block_size ? tensors.count - begin : block_size;
    const float* gradient = buffers.gradient;
    if (tensors.gradient_type == FloatType::float32) {
      gradient = static_cast<const float*>(tensors.gradient) + begin;
    } else {
      widen(static_cast<const uint16_t*>(tensors.gradient) + begin, buffers.gradient, count);
    }
    float* const weight = wide ? at<float>(tensors.weight, begin) : buffers.weight;
    if (!wide) widen(at<uint16_t>(tensors.weight, begin), buffers.weight, count);
    if (tensors.exp_avg_scale == nullptr) {
      update(scalars, scalars.beta1, scalars.beta2, gradient, weight, at<float>(tensors.exp_avg, begin),
             at<float>(tensors.exp_avg_sq, begin), count);
    } else if (avx2 && count == block_size) {
      adam_coded_block_avx2(tensors, scalars, block, gradient, weight);
    } else {
      step_coded(tensors, scalars, block, count, gradient, weight, buffers);
    }
    if (!wide) {
      narrow(weight, at<uint16_t>(tensors.weight, begin), count, scalars.rounding_key,
             static_cast<uint32_t>(begin));
    }
  }
}

}  // namespace fw::kernels
