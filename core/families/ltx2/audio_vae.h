// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "nn/layers.h"

/// The sound's autoencoder of LTX-2: convolutions over a mel spectrogram, causal in time, a quarter of its
/// frames and bins per latent. Shapes: B batch, M frames of the spectrogram, T latent frames, K bins, C
/// latent channels.
namespace fw::families {

/// audio_vae/config.json. Defaults as in diffusers.
struct Ltx2AudioVaeConfig {
  int64_t base_channels = 128;
  int64_t in_channels = 2;  ///< of the sound: stereo
  int64_t latent_channels = 8;
  int64_t num_res_blocks = 2;
  int64_t mel_bins = 64;
  int64_t sample_rate = 16000;   ///< of the spectrogram
  int64_t mel_hop_length = 160;  ///< samples per frame of the spectrogram
  std::vector<int64_t> ch_mult{1, 2, 4};

  int64_t latent_bins() const { return mel_bins >> (ch_mult.size() - 1); }
  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static Ltx2AudioVaeConfig from_json(const nlohmann::json& json);
};

/// Frames in front are padded, bins on both sides.
class Ltx2AudioConvolution : public nn::Module {
 public:
  Ltx2AudioConvolution(int64_t in_channels, int64_t out_channels, int64_t kernel,
                       const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  int64_t kernel_;
  nn::Convolution conv_;
};

class Ltx2AudioResidual : public nn::Module {
 public:
  Ltx2AudioResidual(int64_t in_channels, int64_t out_channels, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  Ltx2AudioConvolution conv1_, conv2_;
  std::optional<Ltx2AudioConvolution> nin_shortcut_;
};

/// The residual layers of one resolution, and the layer that leads to the next one.
class Ltx2AudioLevel : public nn::Module {
 public:
  enum class Then { nothing, down, up };
  Ltx2AudioLevel(int64_t in_channels, int64_t out_channels, int64_t layers, Then then,
                 const torch::TensorOptions& options);
  torch::Tensor forward(torch::Tensor x) const;

 private:
  Then then_;
  nn::ModuleList<Ltx2AudioResidual> block_;
  std::optional<nn::Convolution> down_;
  std::optional<Ltx2AudioConvolution> up_;
};

class Ltx2AudioMiddle : public nn::Module {
 public:
  Ltx2AudioMiddle(int64_t channels, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const { return block_2_.forward(block_1_.forward(x)); }

 private:
  Ltx2AudioResidual block_1_, block_2_;
};

/// Encoder or decoder.
class Ltx2AudioCoder : public nn::Module {
 public:
  enum class Way { encoding, decoding };
  Ltx2AudioCoder(const Ltx2AudioVaeConfig& config, Way way, const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  Way way_;
  Ltx2AudioConvolution conv_in_, conv_out_;
  Ltx2AudioMiddle mid_;
  nn::ModuleList<Ltx2AudioLevel> levels_;
};

/// Latents as the transformer's tokens, [B, T, C bins], and back.
torch::Tensor ltx2_pack_sound(const torch::Tensor& latents);
torch::Tensor ltx2_unpack_sound(const torch::Tensor& tokens, int64_t channels);

/// Statistics of packed latents, [C bins] each.
struct Ltx2SoundScale {
  torch::Tensor mean, deviation;
  torch::Tensor to_model(const torch::Tensor& packed) const { return (packed - mean) / deviation; }
  torch::Tensor to_vae(const torch::Tensor& packed) const { return packed * deviation + mean; }
};

class Ltx2AudioVae : public nn::Module {
 public:
  Ltx2AudioVae(const Ltx2AudioVaeConfig& config, const torch::TensorOptions& options);

  struct Posterior {
    torch::Tensor mean, logvar;  ///< [B, C, T, K / 4]
  };
  /// @param mel  [B, channels, M, K]: logarithms of magnitudes. Cost: 1.5 MFLOP per number of the spectrogram
  Posterior encode(const torch::Tensor& mel) const;
  /// @param latents  [B, C, T, K / 4] @return  [B, channels, 4 T - 3, K]
  torch::Tensor decode(const torch::Tensor& latents) const;

  Ltx2SoundScale scale() const { return {latents_mean_, latents_std_}; }
  const Ltx2AudioVaeConfig& config() const { return config_; }

 private:
  Ltx2AudioVaeConfig config_;
  torch::Tensor latents_mean_, latents_std_;  // [C K / 4]
  Ltx2AudioCoder encoder_, decoder_;
};

}  // namespace fw::families
