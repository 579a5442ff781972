// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <vector>

#include "config/run_folder.h"
#include "config/run_settings.h"
#include "training/tensorboard.h"

namespace fw::training {

/// Writes what happens in a run: events.jsonl, which is the truth, and from its figures metrics.csv and
/// TensorBoard files for other programs. Events are taken at once and written in batches by a thread of its
/// own, so that a step never waits for a disk. Thread: any.
class EventLog {
 public:
  /// Goes on behind byte `offset` of events.jsonl: what an interrupted run wrote beyond its checkpoint is
  /// dropped, from the CSV file too; only validation clips up to `step` stay.
  /// @throws fw::Error training.event_log
  EventLog(const config::RunPaths& run, const config::RunSettings& settings, uint64_t offset, int64_t step);
  /// Writes what is left.
  ~EventLog();
  EventLog(const EventLog&) = delete;
  EventLog& operator=(const EventLog&) = delete;

  /// Adds `event`, `step` and the time. Cost: one lock.
  void add(std::string_view event, int64_t step, nlohmann::json fields = nlohmann::json::object());
  /// Waits until everything added before is on disk. @return the length of events.jsonl
  /// @throws fw::Error training.event_log when a write failed since the last call
  uint64_t flush();

 private:
  void write_until_stopped(const std::stop_token& stop);
  void write(const std::vector<nlohmann::json>& batch);
  void write_figures(const nlohmann::json& event);
  void start_csv(const config::RunPaths& run);

  std::string file_name_;
  int descriptor_ = -1;
  uint64_t length_ = 0;
  std::ofstream csv_;
  std::optional<TensorboardWriter> tensorboard_;

  std::mutex mutex_;  // guards all below
  std::condition_variable_any wake_;
  std::condition_variable written_;
  std::vector<nlohmann::json> waiting_;
  uint64_t added_ = 0;
  uint64_t done_ = 0;
  bool flush_wanted_ = false;
  std::string failure_;
  std::jthread thread_;  // last: starts when all else is there
};

/// Figures of a metrics event that metrics.csv has a column for, in their order.
const std::vector<std::string>& csv_columns();

}  // namespace fw::training
