// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "distributed/group.h"
#include "nn/module.h"
#include "tensor/libtorch.h"

/// What every family's video autoencoder does.
/// Shapes: B batch, T frames, H W height and width, C latent channels; F, h, w in the latent.
namespace fw::families {

/// Sizes of tiles, in pixels and frames, and how far they overlap. A family counts the overlap in one of two
/// ways: as the part of a tile that it shares with its neighbour, or as the distance of two tiles.
struct VaeTiling {
  int64_t tile_sample_min_height = 0;  ///< 0: all of the height, likewise below
  int64_t tile_sample_min_width = 0;
  double tile_overlap_factor_height = 0;
  double tile_overlap_factor_width = 0;
  int64_t tile_sample_stride_height = 0;
  int64_t tile_sample_stride_width = 0;
  int64_t tile_sample_min_num_frames = 0;
  int64_t tile_sample_stride_num_frames = 0;
};

/// Ways to save memory. Slicing changes no number; tiles do (norms run over a tile) and differ at their
/// seams.
struct VaeOptions {
  bool slicing = false;             ///< one sample of the batch at a time
  std::optional<VaeTiling> tiling;  ///< used only for samples larger than one tile
  /// Called before each block of the network; may throw fw::Cancelled.
  std::function<void()> on_block;
  bool keep_spare_frames = false;  ///< those that some decoders make before the clip's first one
  /// Standard normal noise of the shape given, for decoders that add some, in the order in which they do: all
  /// of a tile before the next one. Empty: they add none.
  std::function<torch::Tensor(torch::IntArrayRef)> injected_noise;
  /// Passes over the noise of one tile, which another process computes.
  std::function<void()> skip_noise;
  /// Processes that decode the same latents and share the tiles; every one gets the whole. nullptr: this one
  /// alone.
  std::shared_ptr<const distributed::Group> tile_ranks;
};

/// What of an autoencoder will be used.
enum class VaePart { whole, encoder, decoder };

/// A normal distribution over latents.
struct LatentPosterior {
  torch::Tensor mean;    ///< [B, C, F, h, w]
  torch::Tensor logvar;  ///< the same shape, within [-30, 20]

  /// @param noise  standard normal, of the shape of the mean
  torch::Tensor sample(const torch::Tensor& noise) const { return mean + (0.5 * logvar).exp() * noise; }
};

/// Between latents as the VAE has them and as its transformer takes them: of unit size, about.
struct LatentScale {
  double factor = 1;
  torch::Tensor mean;       ///< [C]; undefined: 0
  torch::Tensor deviation;  ///< [C]; defined where `mean` is

  /// @param latents  [B, C, F, h, w], of the VAE
  torch::Tensor to_model(const torch::Tensor& latents) const {
    if (!mean.defined()) return latents * factor;
    return (latents - by_channel(mean, latents)) * factor / by_channel(deviation, latents);
  }
  /// The way back.
  torch::Tensor to_vae(const torch::Tensor& latents) const {
    if (!mean.defined()) return latents / factor;
    return latents * by_channel(deviation, latents) / factor + by_channel(mean, latents);
  }

 private:
  static torch::Tensor by_channel(const torch::Tensor& numbers, const torch::Tensor& latents) {
    return numbers.to(latents.device(), latents.scalar_type()).view({1, -1, 1, 1, 1});
  }
};

/// For inference: nothing records gradients. Thread: one at a time.
class VideoVae : public nn::Module {
 public:
  /// Latents here and in decode() are the VAE's own: see latent_scale().
  /// @param video  [B, 3, T, H, W] in [-1, 1]
  virtual LatentPosterior encode(const torch::Tensor& video, const VaeOptions& options) = 0;
  /// @param timestep  [B] in 0..1, for decoders that are conditioned on one; else undefined
  /// @return          [B, 3, T, H, W], not clamped
  virtual torch::Tensor decode(const torch::Tensor& latents, const torch::Tensor& timestep,
                               const VaeOptions& options) = 0;

  virtual int64_t latent_channels() const = 0;
  virtual LatentScale latent_scale() const = 0;
  virtual VaeTiling default_tiling() const = 0;
  /// Smaller than the default, the largest first: what decoding tries where memory is short.
  virtual std::vector<VaeTiling> smaller_tilings() const = 0;
};

}  // namespace fw::families
