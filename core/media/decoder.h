// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "media/libav.h"

namespace fw::media::libav {

/// Decodes a file's video track in display order, from the current position of its input. Records and skips
/// packets that cannot be decoded. Internal to core/media. Thread: one at a time.
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
  /// Seeks to a key packet at or before `timestamp`; packets before the next key packet are skipped.
  /// @return pts of that key packet, or nullopt if the format cannot seek there
  std::optional<int64_t> seek(int64_t timestamp);
  /// Returns to the first packet by reopening the file.
  void rewind();
  /// Frames before this pts are not needed: non-reference frames among them may be skipped.
  void set_wanted_from(int64_t pts) { wanted_from_ = pts; }

  const std::filesystem::path& file() const { return file_; }
  Input& input() { return *input_; }
  const Input& input() const { return *input_; }
  std::optional<Failure> first_failure() const { return first_failure_; }
  int failures() const { return failures_; }
  /// The error that ended the track early, if any.
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
  std::vector<int64_t> incomplete_;  // pts of packets that are incomplete in the file
  std::optional<Failure> first_failure_;
  int failures_ = 0;
  int read_error_ = 0;
};

}  // namespace fw::media::libav
