// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "families/ltx2/audio_vae.h"

namespace fw::families {

/// Samples that a spectrogram needs at least: half a window is reflected at both ends.
inline constexpr int64_t ltx2_least_wave = 513;

/// The logarithmic mel spectrogram that LTX-2's autoencoder of the sound reads: magnitudes of 1024 samples in
/// a Hann window, centred, reflected at both ends; triangles of equal area on Slaney's mel scale from 0 to
/// half the rate; nothing below 1e-5.
/// @param wave  [B, channels, N] float32 at the configuration's rate, N >= ltx2_least_wave
/// @return      [B, channels, N / hop + 1, bins]. Thread: any.
torch::Tensor ltx2_mel(const torch::Tensor& wave, const Ltx2AudioVaeConfig& config);

/// The triangles: [513, bins] float32.
torch::Tensor ltx2_mel_filters(const Ltx2AudioVaeConfig& config);

}  // namespace fw::families
