// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "nn/module.h"

namespace fw::nn {

enum class Affine { no, yes };

/// (x - mean) / sqrt(var + eps) * weight + bias over the last axis (Ba et al. 2016).
class LayerNorm : public Module {
 public:
  LayerNorm(int64_t width, double eps, Affine affine, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

  torch::Tensor weight, bias;  ///< [width]; undefined without affine parameters

 private:
  int64_t width_;
  double eps_;
};

/// 1 / sqrt(mean(x^2) + eps) over `axis`, in float32, keeping the axis with size 1: the factor of an RMS
/// norm.
torch::Tensor inverse_rms(const torch::Tensor& x, double eps, int64_t axis = -1);

/// x / sqrt(mean(x^2) + eps) * weight over the last axis (Zhang and Sennrich 2019); no mean, no bias.
/// Computes the mean square in float32.
class RmsNorm : public Module {
 public:
  RmsNorm(int64_t width, double eps, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

  torch::Tensor weight;  ///< [width]

 private:
  double eps_;
};

/// Normalises groups of channels over all positions of a sample (Wu and He 2018).
class GroupNorm : public Module {
 public:
  GroupNorm(int64_t groups, int64_t channels, double eps, const torch::TensorOptions& options);
  /// @param x  [B, C, ...]; its memory format is kept
  torch::Tensor forward(const torch::Tensor& x) const;
  /// Writes the result into `to`, any view of x's shape. Without a gradient. Cost: on the CPU, in float32 and
  /// channels-last, two passes over x and no memory; otherwise a copy.
  void normalise(const torch::Tensor& x, torch::Tensor to) const;

  torch::Tensor weight, bias;  ///< [C]

 private:
  int64_t groups_;
  double eps_;
};

/// The parameters of a convolution; the caller applies it (stride, padding).
class Convolution : public Module {
 public:
  /// @param kernel  one number per axis of space and time
  Convolution(int64_t in_channels, int64_t out_channels, torch::IntArrayRef kernel,
              const torch::TensorOptions& options);

  torch::Tensor weight;  ///< [out, in, kernel...]
  torch::Tensor bias;    ///< [out]
};

/// Looks up rows of a table.
class Embedding : public Module {
 public:
  Embedding(int64_t rows, int64_t width, const torch::TensorOptions& options);
  /// @param ids  int64, any shape
  /// @return     [..., width]
  torch::Tensor forward(const torch::Tensor& ids) const;

  torch::Tensor weight;  ///< [rows, width]
};

}  // namespace fw::nn
