// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "engine_api/events.h"
#include "run/run_folder.h"
#include "run/run_settings.h"
#include "training/metric_files.h"

namespace fw::training {

/// Writes the events of a run: events.jsonl, which is the source of truth, and metrics files for other
/// programs that are derived from it. Events are queued at once and written in batches by a thread of its
/// own, so a step never waits for a disk. A file that cannot be written does not end the run: it causes a
/// warning, and events are kept in memory until writing succeeds (up to `most_waiting_bytes`; later ones are
/// counted and lost). Thread: any.
class EventLog {
 public:
  static constexpr size_t most_waiting_bytes = size_t{32} << 20;

  /// What to do with validation clips that an interrupted run made at the very step it resumes from.
  enum class Clips { stay, are_made_again };

  /// Continues at byte `offset` of events.jsonl. From what an interrupted run wrote after it, metrics,
  /// checkpoints and clips up to `step` are kept; the rest is dropped, also from the CSV file.
  /// @throws fw::Error training.event_log when the file cannot be opened
  EventLog(const run::RunPaths& run, const run::RunSettings& settings, uint64_t offset, int64_t step,
           Clips clips = Clips::stay);
  /// Writes the remaining events if possible.
  ~EventLog();
  EventLog(const EventLog&) = delete;
  EventLog& operator=(const EventLog&) = delete;

  /// Adds an event of `step` with the current time; paths become relative to the run's folder. Cost:
  /// formatting the line, and one lock.
  void add(int64_t step, engine_api::EventBody event);
  void add(std::string_view event, int64_t step, nlohmann::json fields = nlohmann::json::object());
  /// Waits until everything added before is on disk or one attempt to write it has failed.
  /// @return  the length of events.jsonl that is safely on disk, in whole lines. A checkpoint stores it, so
  ///   it
  ///   never refers to more than the file has. Metrics written later are found when the run resumes (see
  ///   above).
  uint64_t flush();
  /// Returns the warnings since the last call: a file that cannot be written, or can be again; each once.
  std::vector<std::string> take_warnings();

 private:
  void add_line(std::string line);
  void write_until_stopped(const std::stop_token& stop);
  std::string write();
  std::string write_figures();
  void note(bool& failing, const std::string& failure, const std::string& what);

  const std::filesystem::path folder_;
  std::string file_name_;
  int descriptor_ = -1;
  // Used only by the thread:
  std::string unwritten_;
  uint64_t length_ = 0;        ///< of events.jsonl
  uint64_t whole_length_ = 0;  ///< up to its last whole line
  MetricFiles figures_;
  uint64_t figures_length_ = 0;  ///< of events.jsonl at the last catch_up()
  std::string figures_failure_;
  std::chrono::steady_clock::time_point figures_due_{};
  bool events_failing_ = false, figures_failing_ = false;

  std::mutex mutex_;  // guards all below
  std::condition_variable_any wake_;
  std::condition_variable written_;
  std::string waiting_;
  size_t held_bytes_ = 0;  ///< in waiting_ and unwritten_
  uint64_t lost_events_ = 0;
  uint64_t synced_length_ = 0;
  bool flush_wanted_ = false;
  std::vector<std::string> warnings_;
  std::jthread thread_;  // last: starts when all other members exist
};

}  // namespace fw::training
