// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <optional>

#include "run/run_folder.h"
#include "run/run_settings.h"
#include "training/tensorboard.h"

namespace fw::training {

/// A run's metrics for other programs, derived from events.jsonl: metrics.csv and TensorBoard files. A file
/// that cannot be written is rewritten from its start the next time, so that nothing is missing in the end.
/// Thread: one at a time.
class MetricFiles {
 public:
  /// Writes metrics.csv from the whole of events.jsonl and a new TensorBoard file from the part after byte
  /// `offset`. @param step  the step that the run continues from
  MetricFiles(const run::RunPaths& run, const run::RunSettings& settings, uint64_t offset, int64_t step);

  /// Processes the whole lines that were added to events.jsonl.
  /// @return  why a file could not be written; empty on success
  std::string catch_up();

 private:
  std::string catch_up_csv();
  std::string catch_up_tensorboard();

  run::RunPaths run_;
  bool with_csv_, with_tensorboard_;
  std::ofstream csv_;
  uint64_t csv_offset_ = 0;  ///< in events.jsonl
  std::optional<TensorboardWriter> tensorboard_;
  uint64_t tensorboard_offset_;
  int64_t tensorboard_step_;
};

/// Metrics that metrics.csv has a column for, in column order.
const std::vector<std::string>& csv_columns();

}  // namespace fw::training
