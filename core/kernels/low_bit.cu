// SPDX-License-Identifier: Apache-2.0
#include "kernels/launch.h"
#include "kernels/low_bit.h"

namespace fw::kernels {

namespace {

constexpr int threads_a_block = 256;
constexpr int group_size = 8;  ///< values per thread: 16 bytes of bf16

__constant__ Nf4Code constant_nf4;
__constant__ NestedCode constant_nested;

/// The values of a group share a scale if they are in one row; blocks of nf4 consist of whole groups.
struct Scales {
  const LowBitMatrix& matrix;

  __device__ float of(int64_t i) const {
    if (matrix.format != LowBit::nf4) return matrix.scales[i / matrix.columns];
    const int64_t block = i / nf4_block;
    return nf4_scale(constant_nested.value[matrix.magnitudes[block]], matrix.scales[block / nested_block],
                     *matrix.mean);
  }
};

__device__ float decode(const LowBitMatrix& matrix, const float* nf4_values, int64_t i, float scale) {
  if (matrix.format == LowBit::fp8) return decode_e4m3(matrix.codes[i]) * scale;
  if (matrix.format == LowBit::int8) return decode_int8(static_cast<int8_t>(matrix.codes[i]), scale);
  const uint8_t byte = matrix.codes[i / 2];
  return nf4_values[i % 2 == 0 ? byte >> 4 : byte & 15] * scale;
}

__device__ void store(void* values, ValueType type, int64_t i, float x) {
  if (type == ValueType::float32)
    static_cast<float*>(values)[i] = x;
  else
    static_cast<uint16_t*>(values)[i] = type == ValueType::bfloat16 ? bfloat16_bits(x) : float16_bits(x);
}

/// Decodes eight values at once, with one load of codes and one store of 16-bit values.
__device__ void decode_group(const LowBitMatrix& matrix, const float* nf4_values, ValueType type, int64_t i,
                             void* values) {
  const float scale = Scales{matrix}.of(i);
  alignas(8) uint8_t codes[group_size];
  if (matrix.format == LowBit::nf4)
    *reinterpret_cast<uint32_t*>(codes) = *reinterpret_cast<const uint32_t*>(matrix.codes + i / 2);
  else
    *reinterpret_cast<uint2*>(codes) = *reinterpret_cast<const uint2*>(matrix.codes + i);
  LowBitMatrix own = matrix;
  own.codes = codes;
  float decoded[group_size];
#pragma unroll
  for (int k = 0; k < group_size; ++k) decoded[k] = decode(own, nf4_values, k, scale);
  if (type == ValueType::float32) {
#pragma unroll
    for (int k = 0; k < group_size; k += 4)
      *reinterpret_cast<float4*>(static_cast<float*>(values) + i + k) =
          make_float4(decoded[k], decoded[k + 1], decoded[k + 2], decoded[k + 3]);
    return;
  }
  uint32_t pairs[group_size / 2];
#pragma unroll
  for (int k = 0; k < group_size; k += 2) {
    const bool brain = type == ValueType::bfloat16;
    const uint32_t low = brain ? bfloat16_bits(decoded[k]) : float16_bits(decoded[k]);
    const uint32_t high = brain ? bfloat16_bits(decoded[k + 1]) : float16_bits(decoded[k + 1]);
    pairs[k / 2] = high << 16 | low;
  }
  *reinterpret_cast<uint4*>(static_cast<uint16_t*>(values) + i) =
      make_uint4(pairs[0], pairs[1], pairs[2], pairs[3]);
}

__device__ bool is_aligned(const void* memory, int bytes) {
  return reinterpret_cast<uintptr_t>(memory) % static_cast<unsigned>(bytes) == 0;
}

__global__ void dequantise_kernel(LowBitMatrix matrix, ValueType type, void* values) {
  // Threads look up different entries, which constant memory would serialize.
  __shared__ float nf4_values[16];
  if (threadIdx.x < 16) nf4_values[threadIdx.x] = constant_nf4.value[threadIdx.x];
  __syncthreads();
  const int64_t count = matrix.rows * matrix.columns;
  const int64_t stride = static_cast<int64_t>(gridDim.x) * blockDim.x * group_size;
  const bool is_nf4 = matrix.format == LowBit::nf4;
  const bool in_groups = (is_nf4 || matrix.columns % group_size == 0) &&
                         is_aligned(matrix.codes, is_nf4 ? group_size / 2 : group_size) &&
                         is_aligned(values, 16);
  for (int64_t i = (static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * group_size; i < count;
       i += stride) {
    if (in_groups && i + group_size <= count) {
      decode_group(matrix, nf4_values, type, i, values);
      continue;
    }
    for (int64_t k = i; k < i + group_size && k < count; ++k)
      store(values, type, k, decode(matrix, nf4_values, k, Scales{matrix}.of(k)));
  }
}

}  // namespace

int dequantise_cuda(const LowBitMatrix& matrix, ValueType type, void* values, void* stream) {
  if (matrix.count() == 0) return cudaSuccess;
  constexpr int64_t most_blocks = 65536, block_values = threads_a_block * group_size;
  const int64_t blocks = (matrix.count() + block_values - 1) / block_values;
  return launch<dequantise_kernel>(static_cast<unsigned>(blocks < most_blocks ? blocks : most_blocks),
                                   threads_a_block, stream, 0, matrix, type, values);
}

}  // namespace fw::kernels
