// SPDX-License-Identifier: Apache-2.0
#include "inference/vae_memory.h"

#include <torch/torch.h>

#include <algorithm>
#include <cmath>

#include "families/cogvideox/sampling.h"
#include "nn/load.h"
#include "tensor/memory_counter.h"
#include "tensor/rehearsal.h"

namespace fw::inference {

namespace {

/// Parts of the standard tile, by which smaller ones are tried.
constexpr double steps[] = {0.8, 0.6, 0.4, 0.2};

/// Tiles must meet their neighbours in whole latent positions: heights overlap by a sixth, widths by a fifth.
families::VaeTiling part_of(const families::VaeTiling& standard, double part, int64_t ratio) {
  const auto fitted = [part](int64_t length, int64_t unit) {
    return std::max<int64_t>(1, static_cast<int64_t>(std::floor(static_cast<double>(length) * part)) / unit) *
           unit;
  };
  families::VaeTiling tiling = standard;
  tiling.tile_sample_min_height = fitted(standard.tile_sample_min_height, 6 * ratio);
  tiling.tile_sample_min_width = fitted(standard.tile_sample_min_width, 5 * ratio);
  return tiling;
}

}  // namespace

int64_t decode_bytes(const families::CogVideoXVaeConfig& config, const DecodeJob& job,
                     const std::optional<families::VaeTiling>& tiling) {
  const tensor::Rehearsal rehearsal(job.device);
  families::CogVideoXVae vae(config, torch::TensorOptions(job.dtype).device(torch::kMeta));
  torch::Tensor latents;
  {
    const tensor::Uncounted there_already;
    nn::allocate_parameters(vae, job.dtype, torch::kMeta);
    latents = torch::empty(
        {1, job.latents.frames, config.latent_channels, job.latents.height, job.latents.width}, torch::kMeta);
  }
  families::VaeOptions options;
  options.tiling = tiling;
  const tensor::MemoryCounter memory;
  families::decode_latents(vae, latents, /*padding_frames=*/0, job.dtype, options);
  return memory.peak_of_all().total();
}

VaeFit fit_decoding(const families::CogVideoXVaeConfig& config, const DecodeJob& job,
                    const std::optional<families::VaeTiling>& wanted, uint64_t bytes_free) {
  VaeFit fit{wanted, decode_bytes(config, job, wanted), true};
  const families::VaeTiling standard{.tile_sample_min_height = config.sample_height / 2,
                                     .tile_sample_min_width = config.sample_width / 2};
  const auto fits = [&] { return static_cast<uint64_t>(fit.bytes) <= bytes_free; };
  const auto attempt = [&](const families::VaeTiling& tiling) {
    fit = {tiling, decode_bytes(config, job, tiling), false};
  };
  if (!fits() && !wanted) attempt(standard);
  for (const double step : steps)
    if (!fits()) attempt(part_of(standard, step, config.spatial_compression_ratio()));
  return fit;
}

}  // namespace fw::inference
