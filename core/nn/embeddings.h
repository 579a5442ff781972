// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nn/layers.h"
#include "nn/linear.h"

namespace fw::nn {

enum class SinusoidOrder { sin_cos, cos_sin };

/// Sinusoids of a scalar (Vaswani et al. 2017): angles t * 10000^(-i / (dim/2 - freq_shift)).
/// @param t    [B], integer or floating
/// @return     float32 [B, dim], the last column 0 if dim is odd. Thread: any.
torch::Tensor sinusoidal_embedding(const torch::Tensor& t, int64_t dim, SinusoidOrder order,
                                   double freq_shift);

/// Two linear layers with SiLU between them, applied to a timestep's sinusoids.
class TimestepEmbedding : public Module {
 public:
  TimestepEmbedding(int64_t in_features, int64_t width, const torch::TensorOptions& options);
  /// [B, in] -> [B, width]
  torch::Tensor forward(const torch::Tensor& sinusoids) const;

 private:
  Linear linear_1_, linear_2_;
};

/// Embeds a timestep by 256 sinusoids and a TimestepEmbedding, key `timestep_embedder` (Chen et al. 2023,
/// PixArt-alpha).
class SinusoidalTimestepEmbedding : public Module {
 public:
  SinusoidalTimestepEmbedding(int64_t width, const torch::TensorOptions& options);
  /// @param t  [N], integer or floating
  /// @return   [N, width] in `dtype`, the type of the weights
  torch::Tensor forward(const torch::Tensor& t, torch::Dtype dtype) const;

 private:
  TimestepEmbedding embedding_;
};

/// Turns latents into tokens, in the order frame, row, column: a convolution whose stride is its kernel size,
/// computed as one matrix product.
/// @param latents  [B, C, F, h, w], F, h and w multiples of the kernel's
/// @return         [B, tokens, out channels]
torch::Tensor patch_tokens(const Convolution& embedder, const torch::Tensor& latents);

struct SincosGrid {
  int64_t frames = 0, height = 0, width = 0;  ///< positions along t, y, x
  double temporal_scale = 1;                  ///< divides the t positions
  double spatial_scale = 1;                   ///< divides the y and x positions
};

/// Fixed positions of a video: a quarter of the width for t, then three eighths each for x and y; each part
/// holds its sines, then its cosines.
/// @param dim  a multiple of 16
/// @return     float32 [frames * height * width, dim] on the CPU, computed in float64. Thread: any.
torch::Tensor sincos_3d(const SincosGrid& grid, int64_t dim);

}  // namespace fw::nn
