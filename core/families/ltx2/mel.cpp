// SPDX-License-Identifier: Apache-2.0
#include "families/ltx2/mel.h"

#include <cmath>

#include "tensor/libtorch.h"

namespace fw::families {

namespace {

using torch::Tensor;

constexpr int64_t mel_window = 1024;
constexpr double least_magnitude = 1e-5;

// Slaney's scale: linear up to 1 kHz, logarithmic above.
constexpr double linear_hertz = 200.0 / 3, knee_hertz = 1000, knee_mel = knee_hertz / linear_hertz;
const double log_step = std::log(6.4) / 27;

double mel_of(double hertz) {
  return hertz < knee_hertz ? hertz / linear_hertz : knee_mel + std::log(hertz / knee_hertz) / log_step;
}

Tensor hertz_of(const Tensor& mel) {
  return torch::where(mel < knee_mel, mel * linear_hertz,
                      knee_hertz * torch::exp((mel - knee_mel) * log_step));
}

}  // namespace

Tensor ltx2_mel_filters(const Ltx2AudioVaeConfig& config) {
  const double highest = static_cast<double>(config.sample_rate) / 2;
  const auto options = torch::TensorOptions(torch::kFloat64);
  const Tensor bands = torch::linspace(0, highest, mel_window / 2 + 1, options).unsqueeze(1);
  const Tensor corners = hertz_of(torch::linspace(mel_of(0), mel_of(highest), config.mel_bins + 2, options));
  const Tensor low = corners.slice(0, 0, -2), middle = corners.slice(0, 1, -1), high = corners.slice(0, 2);
  const Tensor rising = (bands - low) / (middle - low), falling = (high - bands) / (high - middle);
  const Tensor triangles = torch::minimum(rising, falling).clamp_min(0);
  return (triangles * 2 / (high - low)).to(torch::kFloat32);
}

Tensor ltx2_mel(const Tensor& wave, const Ltx2AudioVaeConfig& config) {
  const Tensor window = torch::hann_window(mel_window, /*periodic=*/true, wave.options());
  const Tensor flat = wave.flatten(0, 1);
  const Tensor padded = torch::reflection_pad1d(flat, {mel_window / 2, mel_window / 2});
  const Tensor frames = padded.unfold(1, mel_window, config.mel_hop_length) * window;
  const Tensor magnitude = torch::fft_rfft(frames).abs();  // [B channels, M, 513]
  const Tensor mel = torch::matmul(magnitude, ltx2_mel_filters(config).to(wave.device()));
  return torch::log(mel.clamp_min(least_magnitude)).unflatten(0, {wave.size(0), wave.size(1)});
}

}  // namespace fw::families
