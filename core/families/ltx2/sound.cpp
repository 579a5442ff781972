// SPDX-License-Identifier: Apache-2.0
#include "families/ltx2/sound.h"

#include <algorithm>
#include <cmath>

#include "families/ltx2/mel.h"
#include "families/ltx2/vocoder.h"
#include "tensor/checkpoint.h"
#include "tensor/copy_stream.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::families {

using torch::Tensor;

int64_t ltx2_sound_tokens(double seconds, double rate) {
  // Halves to the even number, like the published code.
  return std::max<int64_t>(1, static_cast<int64_t>(std::nearbyint(seconds * rate)));
}

bool ltx2_has_sound(const catalog::ModelSource& source) {
  const auto has = [&](const char* part) {
    try {
      std::error_code error;
      return std::filesystem::exists(source.part(part) / "config.json", error);
    } catch (const Error&) {  // no folder has it
      return false;
    }
  };
  return has("audio_vae") && has("vocoder");
}

std::unique_ptr<Ltx2Transformer> ltx2_load_transformer(const catalog::ModelSource& source, bool with_sound,
                                                       const nn::ComponentOptions& options) {
  const auto folder = source.part("transformer");
  if (with_sound) return nn::load_component<Ltx2Transformer, Ltx2SoundTransformerConfig>(folder, options);
  return nn::load_component<Ltx2Transformer, Ltx2TransformerConfig>(folder, options);
}

Ltx2AudioVaeConfig ltx2_audio_vae_config(const catalog::ModelSource& source) {
  return Ltx2AudioVaeConfig::from_json(read_json(source.part("audio_vae") / "config.json"));
}

Ltx2SoundScale ltx2_sound_scale(const catalog::ModelSource& source, torch::Device device) {
  if (tensor::DryRun::active()) {
    const Ltx2AudioVaeConfig config = ltx2_audio_vae_config(source);
    const Tensor width =
        torch::empty({config.latent_channels * config.latent_bins()}, torch::TensorOptions(torch::kMeta));
    return {width, width};
  }
  const auto file = tensor::Checkpoint::open(source.part("audio_vae"));
  return {file.load("latents_mean", torch::kFloat32, device),
          file.load("latents_std", torch::kFloat32, device)};
}

namespace {

class Ltx2SoundEncoder : public SoundEncoder {
 public:
  Ltx2SoundEncoder(std::unique_ptr<Ltx2AudioVae> vae, torch::Device device)
      : vae_(std::move(vae)), device_(device) {}

  int64_t rate() const override { return vae_->config().sample_rate; }
  Tensor encode(const Tensor& wave, double seconds) const override {
    const torch::NoGradGuard no_grad;
    const Ltx2AudioVaeConfig& config = vae_->config();
    const Tensor latents = vae_->encode(tensor::upload(mel_of(wave), device_)).mean[0];
    const double per_second = static_cast<double>(config.sample_rate) /
                              static_cast<double>(config.mel_hop_length * frames_per_latent);
    const int64_t wanted = ltx2_sound_tokens(seconds, per_second), made = latents.size(1);
    // The spectrogram has one frame more than the clip, so its last latent may start after the clip's end.
    if (made >= wanted) return latents.narrow(1, 0, wanted).contiguous();
    return torch::cat({latents, latents.narrow(1, made - 1, 1).expand({-1, wanted - made, -1})}, 1);
  }

 private:
  static constexpr int64_t frames_per_latent = 4;

  /// On the CPU: it is a small share of the work, and LibTorch's transforms have no meta kernels.
  Tensor mel_of(const Tensor& wave) const {
    const Ltx2AudioVaeConfig& config = vae_->config();
    const int64_t length = std::max(ltx2_least_wave, wave.size(1));
    if (tensor::DryRun::active())
      return tensor::example_input({1, wave.size(0), length / config.mel_hop_length + 1, config.mel_bins},
                                   torch::kFloat32);
    return ltx2_mel(torch::constant_pad_nd(wave, {0, length - wave.size(1)}).unsqueeze(0), config);
  }

  std::unique_ptr<Ltx2AudioVae> vae_;
  torch::Device device_;
};

}  // namespace

std::unique_ptr<SoundEncoder> ltx2_sound_encoder(const catalog::ModelSource& source,
                                                 nn::ComponentOptions options) {
  options.dtype = torch::kFloat32;
  options.without = "decoder.";
  return std::make_unique<Ltx2SoundEncoder>(
      nn::load_component<Ltx2AudioVae, Ltx2AudioVaeConfig>(source.part("audio_vae"), options),
      options.device);
}

SoundWave ltx2_decode_sound(const catalog::ModelSource& source, const Tensor& tokens,
                            nn::ComponentOptions options) {
  const torch::NoGradGuard no_grad;
  const tensor::PhaseScope phase(tensor::Phase::decoding);
  options.dtype = torch::kFloat32;
  options.without = "encoder.";
  Tensor mel;
  {
    const auto vae = nn::load_component<Ltx2AudioVae, Ltx2AudioVaeConfig>(source.part("audio_vae"), options);
    const Tensor raw = vae->scale().to_vae(tokens.to(options.device, torch::kFloat32));
    mel = vae->decode(ltx2_unpack_sound(raw, vae->config().latent_channels));
  }
  options.without = {};
  const auto vocoder = nn::load_component<Ltx2Vocoder, Ltx2VocoderConfig>(source.part("vocoder"), options);
  return {tensor::to_host(vocoder->forward(mel)), vocoder->config().output_rate};
}

}  // namespace fw::families
