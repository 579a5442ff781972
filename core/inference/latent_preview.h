// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <filesystem>
#include <functional>
#include <string>

#include "families/video_vae.h"

namespace fw::inference {

/// Shows latents as small pictures without the VAE: each latent pixel's colour is a linear function of its
/// channels, as is common in the field. The function is fitted once per VAE by least squares on the VAE's
/// encodings of generated patches, and cached under cache_folder()/preview by the VAE's content.
/// Thread: any number at once.
class LatentPreview {
 public:
  /// Reads the cached map of this VAE, or fits and caches it.
  /// @param identity  safetensors::component_identity of the VAE's folder
  /// @param options   its on_block may throw fw::Cancelled
  /// Cost of fitting: encodes 48 pictures of 64x64.
  static LatentPreview load_or_fit(families::VideoVae& vae, torch::Dtype dtype, torch::Device device,
                                   const std::string& identity, const families::VaeOptions& options = {});

  /// Fits the map from latents to colours.
  /// @param latents  [n, C], unscaled. @param colours  [n, 3] in 0..1. @param scale  of the VAE
  static LatentPreview fit(const torch::Tensor& latents, const torch::Tensor& colours,
                           const families::LatentScale& scale);

  /// @param latents  [C, F, h, w] from a sampler, in the transformer's scale
  /// @return         uint8 [F, h, w, 3] on the CPU
  torch::Tensor render(const torch::Tensor& latents) const;

 private:
  explicit LatentPreview(torch::Tensor map, families::LatentScale scale)
      : map_(std::move(map)), scale_(std::move(scale)) {}

  torch::Tensor map_;  // [C + 1, 3] float32 on the CPU; the last row is constant
  families::LatentScale scale_;
};

}  // namespace fw::inference
