// SPDX-License-Identifier: Apache-2.0
#include "media/loudness.h"

#include <algorithm>
#include <cmath>

#include "media/sound_reader.h"

namespace fw::media {

namespace {

/// b0 + b1/z + b2/z^2 over 1 + a1/z + a2/z^2, for 48 kHz, from the standard's tables 1 and 2.
struct Filter {
  double b0, b1, b2, a1, a2;

  double operator()(double x, double& first, double& second) const {
    const double y = b0 * x + first;
    first = b1 * x - a1 * y + second;
    second = b2 * x - a2 * y;
    return y;
  }
};
constexpr Filter of_head{1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241,
                         0.73248077421585};
constexpr Filter of_low_tones{1, -2, 1, -1.99004745483398, 0.99007225036621};

constexpr int samples_per_tenth = LoudnessMeter::rate / 10;
constexpr size_t tenths_per_block = 4;
constexpr double least_loudness = -70, below_mean = -10;

double loudness_of_power(double power) {
  return -0.691 + 10 * std::log10(power);
}

/// Mean of the powers above a loudness; 0 if there are none.
double mean_above(const std::vector<double>& powers, double least) {
  double sum = 0, count = 0;
  for (const double power : powers) {
    if (power <= 0 || loudness_of_power(power) <= least) continue;
    sum += power;
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

}  // namespace

double LoudnessMeter::Channel::filtered(double sample) {
  return of_low_tones(of_head(sample, state[0], state[1]), state[2], state[3]);
}

void LoudnessMeter::add(const Sound& sound) {
  const size_t count = sound.samples.size() / channels_.size();
  for (size_t i = 0; i < count; ++i) {
    for (size_t channel = 0; channel < channels_.size(); ++channel) {
      const double heard = channels_[channel].filtered(sound.samples[channel * count + i]);
      sum_ += heard * heard;
    }
    if (++count_ < samples_per_tenth) continue;
    tenths_.push_back(sum_);
    sum_ = count_ = 0;
  }
}

std::optional<double> LoudnessMeter::loudness() const {
  std::vector<double> powers;
  for (size_t i = 0; i + tenths_per_block <= tenths_.size(); ++i) {
    double sum = 0;
    for (size_t tenth = i; tenth < i + tenths_per_block; ++tenth) sum += tenths_[tenth];
    powers.push_back(sum / (tenths_per_block * samples_per_tenth));
  }
  const double audible = mean_above(powers, least_loudness);
  if (audible == 0) return std::nullopt;
  const double quiet = std::max(least_loudness, loudness_of_power(audible) + below_mean);
  return loudness_of_power(mean_above(powers, quiet));
}

std::optional<double> loudness_of(const std::filesystem::path& file, const FrameIndex& index,
                                  const std::stop_token& stop) {
  constexpr double part_s = 60;  // bounds the memory
  LoudnessMeter meter;
  const double end_s = index.time_s(index.frames());
  for (double from_s = 0; from_s < end_s; from_s += part_s) {
    const double seconds = std::min(part_s, end_s - from_s);
    const auto sound = read_sound(file, index, {from_s, seconds, seconds, LoudnessMeter::rate}, stop);
    if (!sound) return std::nullopt;
    meter.add(*sound);
  }
  return meter.loudness();
}

}  // namespace fw::media
