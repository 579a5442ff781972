// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/family.h"
#include "families/ltx2/audio_vae.h"
#include "families/ltx2/transformer.h"

/// LTX-2's sound outside of the transformer. Shapes: B batch, A tokens of the sound, C channels of
/// a token.
namespace fw::families {

/// Tokens of the sound of a clip. @param rate  latents per second
int64_t ltx2_sound_tokens(double seconds, double rate);
inline int64_t ltx2_sound_tokens(int64_t frames, double fps, double rate) {
  return ltx2_sound_tokens(static_cast<double>(frames) / fps, rate);
}

/// Whether a model has the components that decode sound.
bool ltx2_has_sound(const catalog::ModelSource& source);

/// @throws as nn::load_component
std::unique_ptr<Ltx2Transformer> ltx2_load_transformer(const catalog::ModelSource& source, bool with_sound,
                                                       const nn::ComponentOptions& options);

Ltx2AudioVaeConfig ltx2_audio_vae_config(const catalog::ModelSource& source);

/// Reads the scale of the sound's latents without loading the autoencoder.
Ltx2SoundScale ltx2_sound_scale(const catalog::ModelSource& source, torch::Device device);

/// The waveform of the sound's tokens in the transformer's scale, [B, A, C]. Loads autoencoder and vocoder
/// and computes them in float32, whatever the options' type: they are small.
/// @throws as nn::load_component
SoundWave ltx2_decode_sound(const catalog::ModelSource& source, const torch::Tensor& tokens,
                            nn::ComponentOptions options);

/// Encodes sound with the autoencoder, in float32. @throws as nn::load_component
std::unique_ptr<SoundEncoder> ltx2_sound_encoder(const catalog::ModelSource& source,
                                                 nn::ComponentOptions options);

}  // namespace fw::families
