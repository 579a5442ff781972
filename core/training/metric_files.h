// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <optional>

#include "run/run_folder.h"
#include "run/run_settings.h"
#include "training/tensorboard.h"

namespace fw::training {

/// A run's figures for other programs, made of its events.jsonl: metrics.csv and TensorBoard files. One that
/// cannot be written is begun anew the next time, so that nothing is missing in it once it can.
/// Thread: one at a time.
class MetricFiles {
 public:
  /// metrics.csv is made of the whole of events.jsonl, the new TensorBoard file of what lies behind byte
  /// `offset`. @param step  the run goes on behind it
  MetricFiles(const run::RunPaths& run, const run::RunSettings& settings, uint64_t offset, int64_t step);

  /// Takes over the whole lines that were added to events.jsonl.
  /// @return  why a file could not be written, or nothing
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

/// Figures of a metrics event that metrics.csv has a column for, in their order.
const std::vector<std::string>& csv_columns();

}  // namespace fw::training
