// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace fw::training {

/// Writes TensorBoard event files (TFRecord frames around `Event` messages;
/// tensorflow/core/util/event.proto): scalars only. A file that a crash cut short stays readable up to there.
/// Thread: one at a time.
class TensorboardWriter {
 public:
  /// Makes a new file in `folder`. @throws fw::Error training.tensorboard
  explicit TensorboardWriter(const std::filesystem::path& folder);

  void scalar(std::string_view tag, int64_t step, double value, double time_s);
  /// Says that the run goes on from `step`: readers drop what they have from there on.
  void restart(int64_t step, double time_s);
  /// Hands everything to the system. @throws fw::Error training.tensorboard when any of it was refused
  void flush();

 private:
  void record(const std::string& message);
  std::filesystem::path folder_;
  std::ofstream stream_;
};

/// CRC-32C (Castagnoli) as TFRecord masks it.
uint32_t masked_crc32c(std::string_view bytes);

}  // namespace fw::training
