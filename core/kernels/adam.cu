// SPDX-License-Identifier: Apache-2.0
#include "kernels/adam.h"
#include "kernels/dynamic_code.h"
#include "kernels/launch.h"
#include "kernels/stochastic_rounding.h"

namespace fw::kernels {

namespace {

__constant__ DynamicCode constant_codes[2] = {make_dynamic_code(true), make_dynamic_code(false)};

__device__ float load(const void* array, FloatType type, int64_t i) {
  if (type == FloatType::float32) return static_cast<const float*>(array)[i];
  return __uint_as_float(static_cast<uint32_t>(static_cast<const uint16_t*>(array)[i]) << 16);
}

/// The largest magnitude over a block's threads, returned to all of them; ignores NaN.
__device__ float largest_of_block(float value, float* of_warps) {
  float largest = fabsf(value);
  for (int distance = 16; distance > 0; distance /= 2)
    largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, distance));
  __syncthreads();  // the previous call no longer reads of_warps
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = largest;
  __syncthreads();
  largest = of_warps[0];
  for (int warp = 1; warp < block_size / 32; ++warp) largest = fmaxf(largest, of_warps[warp]);
  return largest;
}

/// Like encode_block() on the CPU, with one thread per value.
__device__ void store_code(const DynamicCode& code, float value, bool inside, uint8_t* codes, float* scales,
                           int64_t i, int64_t block, float* of_warps) {
  float scale = largest_of_block(inside ? value : 0.0f, of_warps);
  const bool usable = scale >= least_scale && scale <= largest_scale;
  if (!usable) scale = 0;
  const float inverse = usable ? 1 / scale : 0;
  if (inside) codes[i] = encode(code, value * inverse);
  if (threadIdx.x == 0) scales[block] = scale;
}

// A thread block steps blocks of values, one thread per value, since the scales need the whole block at once.
__global__ void adam_kernel(AdamTensors tensors, AdamScalars s, int64_t block_count) {
  __shared__ DynamicCode codes[2];
  __shared__ float of_warps[block_size / 32];
  // Threads look up different entries, which constant memory would serialize.
  if (threadIdx.x < 2) codes[threadIdx.x] = constant_codes[threadIdx.x];
  __syncthreads();
  const bool coded = tensors.exp_avg_scale != nullptr;
  auto* const exp_avg = static_cast<float*>(tensors.exp_avg);
  auto* const exp_avg_sq = static_cast<float*>(tensors.exp_avg_sq);
  auto* const exp_avg_codes = static_cast<uint8_t*>(tensors.exp_avg);
  auto* const exp_avg_sq_codes = static_cast<uint8_t*>(tensors.exp_avg_sq);
  for (int64_t block = blockIdx.x; block < block_count; block += gridDim.x) {
    const int64_t i = block * block_size + threadIdx.x;
    const bool inside = i < tensors.count;
    float weight = 0, m = 0, v = 0;
    if (inside) {
      weight = load(tensors.weight, tensors.weight_type, i);
      m = coded ? decode(codes[0], exp_avg_codes[i], s.beta1 * tensors.exp_avg_scale[block])
                : s.beta1 * exp_avg[i];
      v = coded ? decode(codes[1], exp_avg_sq_codes[i], s.beta2 * tensors.exp_avg_sq_scale[block])
                : s.beta2 * exp_avg_sq[i];
      float g = load(tensors.gradient, tensors.gradient_type, i);
      if (s.mixes_gradient) g = fused(s.coupled_decay, weight, s.gradient_factor * g);
      m = fused(s.mean_weight, g, m);
      v = fused(s.square_weight * g, g, v);
      const float root = fused(sqrtf(v), s.root_factor, s.epsilon);
      weight = fused(s.weight_factor, weight, -(m / root));
      if (tensors.weight_type == FloatType::float32) {
        static_cast<float*>(tensors.weight)[i] = weight;
      } else {
        static_cast<uint16_t*>(tensors.weight)[i] = round_stochastically(
            __float_as_uint(weight), random_bits(s.rounding_key, static_cast<uint32_t>(i)));
      }
    }
    if (coded) {  // uniform over the thread block, so its barriers are safe
      store_code(codes[0], m, inside, exp_avg_codes, tensors.exp_avg_scale, i, block, of_warps);
      store_code(codes[1], v, inside, exp_avg_sq_codes, tensors.exp_avg_sq_scale, i, block, of_warps);
    } else if (inside) {
      exp_avg[i] = m;
      exp_avg_sq[i] = v;
    }
  }
}

}  // namespace

int adam_cuda(const AdamTensors& tensors, const AdamScalars& scalars, void* stream) {
  if (tensors.count == 0) return cudaSuccess;
  constexpr int64_t most_blocks = 65536;
  const int64_t blocks = tensors.block_count() < most_blocks ? tensors.block_count() : most_blocks;
  return launch<adam_kernel>(static_cast<unsigned>(blocks), block_size, stream, 0, tensors, scalars,
                             tensors.block_count());
}

}  // namespace fw::kernels
