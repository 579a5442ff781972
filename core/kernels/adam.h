// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// One step of Adam or AdamW in one pass over memory: gradient scaling, both moments, weight; moments in
/// float32 or in blocks of 8-bit codes (dynamic_code.h), weights in float32 or in bf16 with stochastic
/// rounding. CPU and CUDA do the same float32 operations in the same order, fused multiplications and
/// additions where they are written and nowhere else, so that their results are equal bit for bit; no result
/// depends on the number of threads. C++17 for nvcc.
namespace fw::kernels {

/// Values that share a scale (8-bit state), and the least piece of work.
inline constexpr int64_t block_size = 256;

enum class FloatType : uint8_t { float32, bfloat16 };

/// What is the same for all values of a tensor in one step.
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
  uint32_t rounding_key = 0;  ///< of stochastic rounding: of seed, step and tensor
};

/// Contiguous arrays of `count` values.
struct AdamTensors {
  int64_t count = 0;
  void* weight = nullptr;
  const void* gradient = nullptr;
  void* exp_avg = nullptr;  ///< float32 or, with scales, codes
  void* exp_avg_sq = nullptr;
  float* exp_avg_scale = nullptr;  ///< largest magnitude of each block; nullptr: the state is float32
  float* exp_avg_sq_scale = nullptr;
  FloatType weight_type = FloatType::float32;
  FloatType gradient_type = FloatType::float32;

  int64_t block_count() const { return (count + block_size - 1) / block_size; }
};

/// Which instructions the CPU version takes; `portable` exists to be compared with.
enum class CpuPath { best, portable };

/// Steps the blocks from `first` to before `end`. Thread: any; different blocks at the same time.
/// Cost: with 8-bit state 16 bytes of memory traffic a float32 value, with float32 state 28.
void adam_cpu(const AdamTensors& tensors, const AdamScalars& scalars, int64_t first, int64_t end,
              CpuPath path = CpuPath::best);

/// Steps all of it on the current CUDA device. @param stream  a cudaStream_t
/// @return  what the launch said, a cudaError_t
int adam_cuda(const AdamTensors& tensors, const AdamScalars& scalars, void* stream);

}  // namespace fw::kernels
