// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "media/libav.h"

namespace fw::media::libav {

/// The frames of a file's video track in the order shown, from wherever its input stands. A packet that
/// cannot be decoded is remembered and passed over. For the files of core/media only. Thread: one at a time.
class Decoder {
 public:
  struct Failure {
    int error;
    int64_t pts;
  };

  /// @throws what Input and open_decoder throw
  Decoder(std::filesystem::path file, int threads);

  /// @return false at the end of the track
  bool next(AVFrame& frame);
  /// To a key packet at or before `timestamp`; the packets before the next key packet are passed over.
  /// @return pts of that key packet, or nothing when the format cannot seek there
  std::optional<int64_t> seek(int64_t timestamp);
  /// To the first packet, by opening the file anew.
  void rewind();
  /// Frames before this pts are not asked for: those that no other frame needs may be left out.
  void set_wanted_from(int64_t pts) { wanted_from_ = pts; }

  const std::filesystem::path& file() const { return file_; }
  Input& input() { return *input_; }
  const Input& input() const { return *input_; }
  std::optional<Failure> first_failure() const { return first_failure_; }
  int failures() const { return failures_; }
  /// What ended the track, when it was not its end.
  int read_error() const { return read_error_; }

 private:
  void feed();
  void restart();
  void remember(int error, int64_t pts);

  std::filesystem::path file_;
  std::unique_ptr<Input> input_;
  Codec codec_;
  Packet packet_;
  bool packet_waiting_ = false;
  bool drained_ = false;
  int failures_while_drained_ = 0;
  int64_t wanted_from_ = INT64_MIN;
  std::vector<int64_t> incomplete_;  // pts of the packets that the file holds in part only
  std::optional<Failure> first_failure_;
  int failures_ = 0;
  int read_error_ = 0;
};

}  // namespace fw::media::libav
