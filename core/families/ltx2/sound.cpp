// SPDX-License-Identifier: Apache-2.0
#include "families/ltx2/sound.h"

#include <algorithm>
#include <cmath>

#include "families/ltx2/vocoder.h"
#include "tensor/checkpoint.h"
#include "tensor/copy_stream.h"
#include "tensor/dry_run.h"
#include "tensor/libtorch.h"

namespace fw::families {

using torch::Tensor;

int64_t ltx2_sound_tokens(int64_t frames, double fps, double rate) {
  // Halves to the even number, like the published code.
  return std::max<int64_t>(1, static_cast<int64_t>(std::nearbyint(static_cast<double>(frames) / fps * rate)));
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
