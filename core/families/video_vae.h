// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "distributed/group.h"
#include "nn/module.h"
#include "tensor/libtorch.h"

/// Interface of every family's video autoencoder.
/// Shapes: B batch, T frames, H W height and width, C latent channels; F, h, w in the latent.
namespace fw::families {

/// Tile sizes in pixels and frames, and their overlap. A family defines the overlap in one of two ways: as
/// the fraction of a tile that it shares with its neighbour, or as the stride between tiles.
struct VaeTiling {
  int64_t tile_sample_min_height = 0;  ///< 0: the full height, likewise below
  int64_t tile_sample_min_width = 0;
  double tile_overlap_factor_height = 0;
  double tile_overlap_factor_width = 0;
  int64_t tile_sample_stride_height = 0;
  int64_t tile_sample_stride_width = 0;
  int64_t tile_sample_min_num_frames = 0;
  int64_t tile_sample_stride_num_frames = 0;
};

/// Ways to save memory. Slicing does not change results; tiling does (norms run over a tile), most visibly at
/// the seams.
struct VaeOptions {
  bool slicing = false;             ///< one sample of the batch at a time
  std::optional<VaeTiling> tiling;  ///< used only for samples larger than one tile
  /// Called before each block of the network; may throw fw::Cancelled.
  std::function<void()> on_block;
  bool keep_spare_frames = false;  ///< that some decoders produce before the first one
  /// Returns standard normal noise of the given shape, for decoders that inject some, in the order of
  /// injection: all noise of a tile before the next tile. Empty: decoders inject none.
  std::function<torch::Tensor(torch::IntArrayRef)> injected_noise;
  /// Skips the noise of a tile that another rank decodes.
  std::function<void()> skip_noise;
  /// Processes that decode the same latents and share the tiles; each gets the whole result. nullptr: only
  /// this process.
  std::shared_ptr<const distributed::Group> tile_ranks;
};

/// The part of an autoencoder that will be used.
enum class VaePart { whole, encoder, decoder };

/// A normal distribution over latents.
struct LatentPosterior {
  torch::Tensor mean;    ///< [B, C, F, h, w]
  torch::Tensor logvar;  ///< the same shape, within [-30, 20]

  /// @param noise  standard normal, of the shape of the mean
  torch::Tensor sample(const torch::Tensor& noise) const { return mean + (0.5 * logvar).exp() * noise; }
};

/// Converts between the VAE's latents and the transformer's, which have about unit variance.
struct LatentScale {
  double factor = 1;
  torch::Tensor mean;       ///< [C]; undefined: 0
  torch::Tensor deviation;  ///< [C]; defined if `mean` is

  /// @param latents  [B, C, F, h, w], of the VAE
  torch::Tensor to_model(const torch::Tensor& latents) const {
    if (!mean.defined()) return latents * factor;
    return (latents - by_channel(mean, latents)) * factor / by_channel(deviation, latents);
  }
  /// The inverse of to_model().
  torch::Tensor to_vae(const torch::Tensor& latents) const {
    if (!mean.defined()) return latents / factor;
    return latents * by_channel(deviation, latents) / factor + by_channel(mean, latents);
  }

 private:
  static torch::Tensor by_channel(const torch::Tensor& numbers, const torch::Tensor& latents) {
    return numbers.to(latents.device(), latents.scalar_type()).view({1, -1, 1, 1, 1});
  }
};

/// For inference only: does not record gradients. Thread: one at a time.
class VideoVae : public nn::Module {
 public:
  /// Latents here and in decode() are in the VAE's own scale: see latent_scale().
  /// @param video  [B, 3, T, H, W] in [-1, 1]
  virtual LatentPosterior encode(const torch::Tensor& video, const VaeOptions& options) = 0;
  /// @param timestep  [B] in 0..1, for decoders conditioned on it; otherwise undefined
  /// @return          [B, 3, T, H, W], not clamped
  virtual torch::Tensor decode(const torch::Tensor& latents, const torch::Tensor& timestep,
                               const VaeOptions& options) = 0;

  virtual int64_t latent_channels() const = 0;
  virtual LatentScale latent_scale() const = 0;
  virtual VaeTiling default_tiling() const = 0;
  /// Smaller than the default, largest first; decoding tries them when memory runs out.
  virtual std::vector<VaeTiling> smaller_tilings() const = 0;
};

}  // namespace fw::families
