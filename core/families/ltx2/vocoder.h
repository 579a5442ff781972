// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "nn/module.h"

/// LTX-2's vocoders: from a mel spectrogram to a waveform. 2.0 has one generator (HiFi-GAN, Kong et al. 2020)
/// for 24 kHz. Later versions have anti-aliased periodic activations (BigVGAN, Lee et al. 2023) for 16 kHz,
/// and a second generator that extends the bandwidth to 48 kHz. Shapes: B batch, M frames, K bins, N samples.
namespace fw::families {

/// vocoder/config.json, one generator. Defaults as in diffusers.
struct Ltx2GeneratorConfig {
  int64_t in_channels = 128;  ///< bins of both channels
  int64_t hidden_channels = 1024;
  int64_t out_channels = 2;
  std::vector<int64_t> upsample_kernel_sizes{16, 15, 8, 4, 4};
  std::vector<int64_t> upsample_factors{6, 5, 2, 2, 2};
  std::vector<int64_t> resnet_kernel_sizes{3, 7, 11};
  std::vector<std::vector<int64_t>> resnet_dilations{{1, 3, 5}, {1, 3, 5}, {1, 3, 5}};
  double slope = 0.1;        ///< of leaky ReLU
  bool is_periodic = false;  ///< x + sin^2(a x) / b instead of leaky ReLU, at twice the rate
  bool ends_in_tanh = true;
  bool final_bias = true;

  /// Samples per frame.
  int64_t factor() const;
};

struct Ltx2VocoderConfig {
  Ltx2GeneratorConfig generator;
  std::optional<Ltx2GeneratorConfig> extension;  ///< of the bandwidth
  int64_t filter_length = 512, hop_length = 80, window_length = 512, num_mel_channels = 64;
  int64_t input_rate = 16000;   ///< of the first generator, if there are two
  int64_t output_rate = 24000;  ///< samples per second of the result

  /// @throws fw::Error nn.bad_config with everything that is wrong or not supported
  static Ltx2VocoderConfig from_json(const nlohmann::json& json);
};

/// The parameters of a convolution over time, possibly without a bias.
class Ltx2Convolution1d : public nn::Module {
 public:
  Ltx2Convolution1d(torch::IntArrayRef shape, int64_t biases, const torch::TensorOptions& options);
  torch::Tensor weight, bias;
};

/// Leaky ReLU, or the periodic activation with its filters.
class Ltx2VocoderActivation : public nn::Module {
 public:
  Ltx2VocoderActivation(const Ltx2GeneratorConfig& config, int64_t channels,
                        const torch::TensorOptions& options);
  torch::Tensor forward(const torch::Tensor& x) const;

 private:
  double slope_;
  torch::Tensor alpha_, beta_;             // [channels], logarithms; undefined: leaky ReLU
  torch::Tensor up_filter_, down_filter_;  // [1, 1, 12]
};

/// Dilated convolutions in residual pairs.
class Ltx2VocoderResidual : public nn::Module {
 public:
  Ltx2VocoderResidual(const Ltx2GeneratorConfig& config, int64_t channels, int64_t kernel,
                      const std::vector<int64_t>& dilations, const torch::TensorOptions& options);
  torch::Tensor forward(torch::Tensor x) const;

 private:
  std::vector<int64_t> dilations_;
  nn::ModuleList<Ltx2Convolution1d> convs1_, convs2_;
  nn::ModuleList<Ltx2VocoderActivation> acts1_, acts2_;
};

class Ltx2Generator : public nn::Module {
 public:
  Ltx2Generator(const Ltx2GeneratorConfig& config, const torch::TensorOptions& options);
  /// @param mel  [B, channels, M, K] @return  [B, channels, M factor()]
  torch::Tensor forward(const torch::Tensor& mel) const;

 private:
  Ltx2GeneratorConfig config_;
  Ltx2Convolution1d conv_in_, conv_out_;
  nn::ModuleList<Ltx2Convolution1d> upsamplers_;
  nn::ModuleList<Ltx2VocoderResidual> resnets_;
  std::optional<Ltx2VocoderActivation> act_out_;
};

class Ltx2Vocoder : public nn::Module {
 public:
  Ltx2Vocoder(const Ltx2VocoderConfig& config, const torch::TensorOptions& options);

  /// @param mel  [B, 2, M, K], logarithms of magnitudes, float32
  /// @return     [B, 2, N] in -1..1 at output_rate. Thread: any.
  torch::Tensor forward(const torch::Tensor& mel) const;
  const Ltx2VocoderConfig& config() const { return config_; }

 private:
  /// The mel spectrogram of a waveform, [B, 2, N] -> [B, 2, N / hop, K].
  torch::Tensor mel_of(const torch::Tensor& wave) const;

  Ltx2VocoderConfig config_;
  Ltx2Generator generator_;
  std::optional<Ltx2Generator> bwe_generator_;
  torch::Tensor mel_basis_;      // [K, filter / 2 + 1]
  torch::Tensor forward_basis_;  // [filter + 2, 1, filter]: cosines, then sines
};

}  // namespace fw::families
