// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// One step of Adam or AdamW in one pass over memory: gradient scaling, both moments, weight. Moments are
/// float32 or blocks of 8-bit codes (dynamic_code.h); weights are float32, or bf16 with stochastic rounding.
/// CPU and CUDA perform the same float32 operations in the same order, with fused multiply-add exactly where
/// it is written, so that their results are equal bit for bit. Results do not depend on the number of
/// threads. C++17 for nvcc.
namespace fw::kernels {

/// Values that share a scale (8-bit state), and the smallest unit of work.
inline constexpr int64_t block_size = 256;

enum class FloatType : uint8_t { float32, bfloat16 };

/// Constants of a step that apply to all values of a tensor.
///   g = gradient, or, if `mixes_gradient`, coupled_decay weight + gradient_factor gradient
///   exp_avg = beta1 exp_avg + mean_weight g, exp_avg_sq = beta2 exp_avg_sq + square_weight g g
///   weight = weight_factor weight - exp_avg / (root_factor sqrt(exp_avg_sq) + epsilon)
struct AdamScalars {
  bool mixes_gradient = false;
  float gradient_factor = 1;
  float coupled_decay = 0;
  float beta1 = 0.9f;
  float mean_weight = 0.1f;
  float beta2 = 0.999f;
  float square_weight = 0.001f;
  float weight_factor = 1;
  float root_factor = 1;      ///< (1 - beta1^step) / (lr sqrt(1 - beta2^step))
  float epsilon = 1e-8f;      ///< Adam's own, times (1 - beta1^step) / lr
  uint32_t rounding_key = 0;  ///< for stochastic rounding; from seed, step and tensor
};

/// Contiguous arrays of `count` values.
struct AdamTensors {
  int64_t count = 0;
  void* weight = nullptr;
  const void* gradient = nullptr;
  void* exp_avg = nullptr;  ///< float32, or codes if there are scales
  void* exp_avg_sq = nullptr;
  float* exp_avg_scale = nullptr;  ///< largest magnitude of each block; nullptr: float32 state
  float* exp_avg_sq_scale = nullptr;
  FloatType weight_type = FloatType::float32;
  FloatType gradient_type = FloatType::float32;

  int64_t block_count() const { return (count + block_size - 1) / block_size; }
};

/// The instructions used on the CPU; `portable` exists for comparison.
enum class CpuPath { best, portable };

/// Steps the blocks [first, end). Thread: any; different blocks concurrently.
/// Cost: 16 bytes of memory traffic per float32 value with 8-bit state, 28 with float32 state.
void adam_cpu(const AdamTensors& tensors, const AdamScalars& scalars, int64_t first, int64_t end,
              CpuPath path = CpuPath::best);

/// Steps everything on the current CUDA device. @param stream  a cudaStream_t
/// @return  the launch's cudaError_t
int adam_cuda(const AdamTensors& tensors, const AdamScalars& scalars, void* stream);

}  // namespace fw::kernels
