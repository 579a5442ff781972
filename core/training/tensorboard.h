// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace fw::training {

/// Writes TensorBoard event files (TFRecord frames around `Event` messages;
/// tensorflow/core/util/event.proto): scalars only. A file that a crash cut short is readable up to the cut.
/// Thread: one at a time.
class TensorboardWriter {
 public:
  /// Creates a new file in `folder`. @throws fw::Error training.tensorboard
  explicit TensorboardWriter(const std::filesystem::path& folder);

  void scalar(std::string_view tag, int64_t step, double value, double time_s);
  /// Records that the run resumes from `step`: readers drop the values from that step on.
  void restart(int64_t step, double time_s);
  /// Writes everything to the file. @throws fw::Error training.tensorboard if a write failed
  void flush();

 private:
  void record(const std::string& message);
  std::filesystem::path folder_;
  std::ofstream stream_;
};

/// CRC-32C (Castagnoli) with the TFRecord mask.
uint32_t masked_crc32c(std::string_view bytes);

}  // namespace fw::training
