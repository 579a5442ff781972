// SPDX-License-Identifier: Apache-2.0
#include "pipelines/vae_memory.h"

#include <algorithm>
#include <cmath>

namespace fw::pipelines {

namespace {

/// Copies of the widest full-resolution layer's output that live at once; measured.
constexpr double live_copies = 6.5;
/// Frames that a batch of latents decodes to, with those that convolutions remember: a clip of an odd number
/// of latents starts with three of them.
constexpr int64_t frames_at_once = 12;
/// Parts of the standard tile, by which smaller ones are tried.
constexpr double steps[] = {0.8, 0.6, 0.4, 0.2};

/// Tiles must meet their neighbours in whole latent positions: heights overlap by a sixth, widths by a fifth.
models::VaeTiling part_of(const models::VaeTiling& standard, double part, int64_t ratio) {
  const auto fitted = [part](int64_t length, int64_t unit) {
    return std::max<int64_t>(1, static_cast<int64_t>(std::floor(static_cast<double>(length) * part)) / unit) *
           unit;
  };
  models::VaeTiling tiling = standard;
  tiling.tile_sample_min_height = fitted(standard.tile_sample_min_height, 6 * ratio);
  tiling.tile_sample_min_width = fitted(standard.tile_sample_min_width, 5 * ratio);
  return tiling;
}

}  // namespace

int64_t decode_bytes(const models::CogVideoXVaeConfig& config, const config::Bucket& size,
                     const std::optional<models::VaeTiling>& tiling, torch::Dtype dtype) {
  const auto element = static_cast<double>(c10::elementSize(dtype));
  const int64_t height = tiling ? std::min(size.height, tiling->tile_sample_min_height) : size.height;
  const int64_t width = tiling ? std::min(size.width, tiling->tile_sample_min_width) : size.width;
  // The last stage starts with the channels of the stage before it.
  const auto channels = static_cast<double>(
      config.block_out_channels[std::min<size_t>(1, config.block_out_channels.size() - 1)]);
  const double layer =
      static_cast<double>(height * width * std::min(frames_at_once, size.frames + 3)) * channels;
  const double clip = static_cast<double>(size.height * size.width * size.frames * config.out_channels);
  return static_cast<int64_t>(element * (live_copies * layer + 2 * clip));
}

VaeFit fit_decoding(const models::CogVideoXVaeConfig& config, const config::Bucket& size,
                    const std::optional<models::VaeTiling>& wanted, torch::Dtype dtype, uint64_t bytes_free) {
  VaeFit fit{wanted, decode_bytes(config, size, wanted, dtype), true};
  const models::VaeTiling standard{.tile_sample_min_height = config.sample_height / 2,
                                   .tile_sample_min_width = config.sample_width / 2};
  const auto fits = [&] { return static_cast<uint64_t>(fit.bytes) <= bytes_free; };
  const auto attempt = [&](const models::VaeTiling& tiling) {
    fit = {tiling, decode_bytes(config, size, tiling, dtype), false};
  };
  if (!fits() && !wanted) attempt(standard);
  for (const double step : steps)
    if (!fits()) attempt(part_of(standard, step, config.spatial_compression_ratio()));
  return fit;
}

}  // namespace fw::pipelines
