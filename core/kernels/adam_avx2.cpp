// SPDX-License-Identifier: Apache-2.0
#include "kernels/adam_avx2.h"

#include <immintrin.h>

#include "kernels/block_codes.h"

namespace fw::kernels {

bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has;
}

namespace {

// A float's exponent determines its row in the code up to one: the only threshold that lies within its power
// of two decides between the two rows.
constexpr int32_t guess_base = 102;     // of 2^-25
constexpr int32_t guess_slope = 19728;  // log10(2) 2^16

constexpr bool guesses_hold(const DynamicCode& code) {
  float x = 0x1p-30f;
  for (int32_t exponent = 97; exponent < 127; ++exponent, x *= 2) {
    const int32_t above = exponent > guess_base ? exponent - guess_base : 0;
    const int32_t guess = above * guess_slope >> 16;
    int32_t least = 0, most = 0;
    for (int i = 0; i < 8; ++i) {
      least += x >= code.threshold[i] ? 1 : 0;
      most += 2 * x > code.threshold[i] ? 1 : 0;
    }
    if (guess > least || guess + 1 < most || (least < most && guess != least)) return false;
  }
  return true;
}
static_assert(guesses_hold(signed_code) && guesses_hold(unsigned_code));

#pragma GCC push_options
#pragma GCC target("avx2,fma")

inline __m256 magnitude(__m256 x) {
  return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x);
}

/// encode_magnitude() of eight values.
template <bool has_sign>
inline __m256i encode_magnitudes(__m256 thresholds, __m256 inverse_lows, __m256 x) {
  const __m256i exponent = _mm256_srli_epi32(_mm256_castps_si256(x), 23);
  const __m256i guess = _mm256_mulhi_epu16(_mm256_subs_epu16(exponent, _mm256_set1_epi32(guess_base)),
                                           _mm256_set1_epi32(guess_slope));
  const __m256 next = _mm256_permutevar8x32_ps(thresholds, guess);
  // A true comparison is -1.
  const __m256i row = _mm256_sub_epi32(guess, _mm256_castps_si256(_mm256_cmp_ps(x, next, _CMP_GE_OQ)));
  __m256 sum = _mm256_fmadd_ps(x, _mm256_permutevar8x32_ps(inverse_lows, row), _mm256_set1_ps(sum_offset));
  sum = _mm256_min_ps(sum, _mm256_set1_ps(largest_sum));
  if constexpr (!has_sign) sum = _mm256_max_ps(sum, _mm256_set1_ps(1));
  const __m256i fraction =
      _mm256_sub_epi32(_mm256_castps_si256(sum), _mm256_set1_epi32(static_cast<int32_t>(half_bits)));
  return _mm256_srli_epi32(_mm256_sllv_epi32(fraction, row), has_sign ? 24 : 23);
}

template <bool has_sign>
inline __m256i encode_eight(__m256 thresholds, __m256 inverse_lows, __m256 x) {
  if constexpr (!has_sign) return encode_magnitudes<false>(thresholds, inverse_lows, x);
  return _mm256_sign_epi32(encode_magnitudes<true>(thresholds, inverse_lows, magnitude(x)),
                           _mm256_castps_si256(x));
}

template <bool has_sign>
void encode_values(const float* values, float inverse, uint8_t* codes) {
  const DynamicCode& code = has_sign ? signed_code : unsigned_code;
  const __m256 thresholds = _mm256_loadu_ps(code.threshold);
  const __m256 inverse_lows = _mm256_loadu_ps(code.inverse_low);
  const __m256 factor = _mm256_set1_ps(inverse);
  const __m256i order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);  // packing works within 128-bit halves
  const __m256i zero_code = _mm256_set1_epi16(has_sign ? 127 : -1);
  const auto sixteen = [&](const float* at) __attribute__((always_inline, target("avx2,fma"))) {
    const __m256 left = _mm256_mul_ps(_mm256_load_ps(at), factor);
    const __m256 right = _mm256_mul_ps(_mm256_load_ps(at + 8), factor);
    const __m256i numbers = _mm256_packs_epi32(encode_eight<has_sign>(thresholds, inverse_lows, left),
                                               encode_eight<has_sign>(thresholds, inverse_lows, right));
    return _mm256_add_epi16(numbers, zero_code);
  };
  for (int64_t i = 0; i < block_size; i += 32) {
    // -1, which has no code, is -1 here, and packing turns it into 0.
    const __m256i packed = _mm256_packus_epi16(sixteen(values + i), sixteen(values + i + 16));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(codes + i), _mm256_permutevar8x32_epi32(packed, order));
  }
}

template <bool has_sign>
void decode_values(const uint8_t* codes, float scale, float* values) {
  const DynamicCode& code = has_sign ? signed_code : unsigned_code;
  const __m256 factor = _mm256_set1_ps(scale);
  const __m256 offsets =
      _mm256_mul_ps(_mm256_mul_ps(_mm256_loadu_ps(code.offset), factor), _mm256_set1_ps(has_sign ? 0.5f : 1));
  const __m256 slopes = _mm256_mul_ps(_mm256_loadu_ps(code.slope), factor);
  const __m256i zero_code = _mm256_set1_epi32(has_sign ? -127 : 1);
  for (int64_t i = 0; i < block_size; i += 8) {
    const __m256i bytes = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(codes + i)));
    const __m256i number = _mm256_add_epi32(bytes, zero_code);
    const __m256 u = _mm256_cvtepi32_ps(number);
    const __m256i slot = _mm256_srli_epi32(_mm256_castps_si256(u), 23);  // only its lower 3 bits are used
    __m256 offset = _mm256_permutevar8x32_ps(offsets, slot);
    // Half the offset times 2, 0 or -2 by the sign of u: -2 has the negated bits of 2.
    if constexpr (has_sign) {
      const __m256i sign = _mm256_sign_epi32(_mm256_set1_epi32(0x40000000), number);
      offset = _mm256_mul_ps(offset, _mm256_castsi256_ps(sign));
    }
    _mm256_store_ps(values + i, _mm256_fmadd_ps(_mm256_permutevar8x32_ps(slopes, slot), u, offset));
  }
}

inline float largest(__m256 lanes) {
  alignas(32) float values[8];
  _mm256_store_ps(values, lanes);
  float most = 0;
  for (const float value : values) most = value > most ? value : most;
  return most;
}

/// update_all() of a block in AVX2.
template <bool mixes_gradient>
void update_values(const AdamScalars& s, const float* gradient, float* weight, float* exp_avg,
                   float* exp_avg_sq, float& scale, float& scale_sq) {
  const __m256 mean_weight = _mm256_set1_ps(s.mean_weight);
  const __m256 square_weight = _mm256_set1_ps(s.square_weight);
  const __m256 weight_factor = _mm256_set1_ps(s.weight_factor);
  const __m256 root_factor = _mm256_set1_ps(s.root_factor);
  const __m256 epsilon = _mm256_set1_ps(s.epsilon);
  const __m256 gradient_factor = _mm256_set1_ps(s.gradient_factor);
  const __m256 coupled_decay = _mm256_set1_ps(s.coupled_decay);
  __m256 most = _mm256_setzero_ps(), most_sq = most;
  for (int64_t i = 0; i < block_size; i += 8) {
    const __m256 w = _mm256_loadu_ps(weight + i);
    __m256 g = _mm256_loadu_ps(gradient + i);
    if (mixes_gradient) g = _mm256_fmadd_ps(coupled_decay, w, _mm256_mul_ps(gradient_factor, g));
    const __m256 m = _mm256_fmadd_ps(mean_weight, g, _mm256_load_ps(exp_avg + i));
    const __m256 v = _mm256_fmadd_ps(_mm256_mul_ps(square_weight, g), g, _mm256_load_ps(exp_avg_sq + i));
    const __m256 root = _mm256_fmadd_ps(_mm256_sqrt_ps(v), root_factor, epsilon);
    _mm256_storeu_ps(weight + i, _mm256_fmsub_ps(weight_factor, w, _mm256_div_ps(m, root)));
    most = _mm256_max_ps(magnitude(m), most);  // if the first operand is NaN, max returns the second
    most_sq = _mm256_max_ps(v, most_sq);
    _mm256_store_ps(exp_avg + i, m);
    _mm256_store_ps(exp_avg_sq + i, v);
  }
  scale = largest(most);
  scale_sq = largest(most_sq);
}

#pragma GCC pop_options

}  // namespace

#pragma GCC push_options
#pragma GCC target("avx2,fma")

void adam_coded_block_avx2(const AdamTensors& tensors, const AdamScalars& scalars, int64_t block,
                           const float* gradient, float* weight) {
  uint8_t* const codes = static_cast<uint8_t*>(tensors.exp_avg) + block * block_size;
  uint8_t* const codes_sq = static_cast<uint8_t*>(tensors.exp_avg_sq) + block * block_size;
  float& scale = tensors.exp_avg_scale[block];
  float& scale_sq = tensors.exp_avg_sq_scale[block];
  alignas(32) float exp_avg[block_size];
  alignas(32) float exp_avg_sq[block_size];
  decode_values<true>(codes, scalars.beta1 * scale, exp_avg);
  decode_values<false>(codes_sq, scalars.beta2 * scale_sq, exp_avg_sq);
  (scalars.mixes_gradient ? update_values<true> : update_values<false>)(scalars, gradient, weight, exp_avg,
                                                                        exp_avg_sq, scale, scale_sq);
  // Prefetches a later block while the codes are computed; a prefetch beyond the end is harmless.
  for (int64_t i = 0; i < block_size; i += 16) {
    _mm_prefetch(reinterpret_cast<const char*>(gradient + 2 * block_size + i), _MM_HINT_T0);
    _mm_prefetch(reinterpret_cast<const char*>(weight + 2 * block_size + i), _MM_HINT_T0);
  }
  encode_values<true>(exp_avg, inverse_scale(scale), codes);
  encode_values<false>(exp_avg_sq, inverse_scale(scale_sq), codes_sq);
}

#pragma GCC pop_options

}  // namespace fw::kernels
