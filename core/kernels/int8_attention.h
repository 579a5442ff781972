// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "kernels/elements.h"

/// Attention with int8 score products, after SageAttention (Zhang et al. 2024, 2025): rows of q, and of k
/// minus its mean over the tokens (which softmax ignores), are int8 with a scale per row; the softmax is
/// float32; its product with v is float16, summed in float16 over 64 keys and in float32 beyond. v is scaled
/// by a power of two per channel, so that nothing overflows. No backward pass. GPUs of compute capability 8.0
/// and newer support these products. C++17 for nvcc.
namespace fw::kernels {

constexpr int int8_keys = 64;      ///< processed in one step
constexpr int int8_queries = 128;  ///< per block of threads
constexpr bool has_int8_attention(int64_t head_width) {
  return head_width == 64 || head_width == 128;
}
/// Number of scales of a head's rows, rounded up to whole steps.
FW_HOST_DEVICE constexpr int64_t int8_scales(int64_t length) {
  return (length + int8_keys - 1) / int8_keys * int8_keys;
}

/// Converts rows of q or k to int8: code = round((x - mean) / s), s = max |x - mean| / 127 of the row.
struct Int8Rows {
  int64_t batch = 0, length = 0, heads = 0, width = 0;          ///< of a head
  int64_t batch_stride = 0, token_stride = 0, head_stride = 0;  ///< of x, in elements
  Element element = Element::float32;
  const void* x = nullptr;      ///< rows of a head are contiguous
  const float* mean = nullptr;  ///< [batch, heads, width], or null: 0
  float factor = 1;             ///< multiplied into the scales
  int8_t* codes = nullptr;      ///< [batch, length, heads, width]
  float* scales = nullptr;      ///< [batch, heads, int8_scales(length)], 0 beyond the length
};

struct Int8Attention {
  int64_t batch = 0, queries = 0, keys = 0, heads = 0, width = 0;
  Element element = Element::float32;  ///< of the result: float32, bfloat16 or float16
  const int8_t *q = nullptr, *k = nullptr;
  const float* q_scales = nullptr;  ///< multiplied by the scores' scale and log2(e)
  const float* k_scales = nullptr;
  const void* v = nullptr;          ///< [batch, keys, heads, width] float16
  const float* v_scales = nullptr;  ///< [batch, heads, width]
  void* out = nullptr;              ///< [batch, queries, heads, width]
};

/// Runs rows [first, end) on the CPU, counted over all heads with the token as the outer index.
/// Thread: any; different rows concurrently. Cost: slow; it is the reference for the GPU.
void run_cpu(const Int8Rows& rows, int64_t first, int64_t end);
void run_cpu(const Int8Attention& attention, int64_t first, int64_t end);

/// Runs everything on the current CUDA device. @param stream  a cudaStream_t  @return  the launch's
/// cudaError_t
int run_cuda(const Int8Rows& rows, void* stream);
int run_cuda(const Int8Attention& attention, void* stream);

}  // namespace fw::kernels
