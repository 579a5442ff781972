// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <vector>

#include "media/frame_index.h"
#include "media/writer.h"

namespace fw::media {

/// Measures how loud a sound is as a whole, by ITU-R BS.1770-4: 400 ms blocks after a filter for the ear,
/// without the quiet ones. Thread: one at a time. Memory: 8 bytes per 0.1 s.
class LoudnessMeter {
 public:
  static constexpr int rate = 48000;  ///< of the sound that it takes, in stereo

  /// Continues with the next part. @pre sound.rate == rate, two channels
  void add(const Sound& sound);
  /// In LUFS, at most about 0; nullopt if nothing is above -70 LUFS.
  std::optional<double> loudness() const;

 private:
  struct Channel {
    std::array<double, 4> state{};  ///< of the two filters
    double filtered(double sample);
  };
  std::array<Channel, 2> channels_;
  std::vector<double> tenths_;  ///< sums of squares of each 0.1 s
  double sum_ = 0;
  int count_ = 0;  ///< samples in sum_
};

/// Loudness of a file's sound while its video plays; nullopt without sound, or if it is silent.
/// @throws as read_sound(). Cost: decodes the sound
std::optional<double> loudness_of(const std::filesystem::path& file, const FrameIndex& index,
                                  const std::stop_token& stop = {});

}  // namespace fw::media
