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

/// Writes what happens in a run: events.jsonl, which is the truth, and from it the figures for other
/// programs. Events are taken at once and written in batches by a thread of its own, so that a step never
/// waits for a disk. A file that cannot be written is no reason to end a run: it is a warning, events wait in
/// memory (`most_waiting_bytes` of them; what comes then is counted and lost) and are written as soon as that
/// succeeds. Thread: any.
class EventLog {
 public:
  static constexpr size_t most_waiting_bytes = size_t{32} << 20;

  /// Validation clips that an interrupted run made of the very step that it goes on from.
  enum class Clips { stay, are_made_again };

  /// Goes on behind byte `offset` of events.jsonl. Of what an interrupted run wrote beyond that, figures,
  /// checkpoints and clips up to `step` stay; the rest is dropped, from the CSV file too.
  /// @throws fw::Error training.event_log when the file cannot be opened
  EventLog(const run::RunPaths& run, const run::RunSettings& settings, uint64_t offset, int64_t step,
           Clips clips = Clips::stay);
  /// Writes what is left, if it can.
  ~EventLog();
  EventLog(const EventLog&) = delete;
  EventLog& operator=(const EventLog&) = delete;

  /// Adds what is told of `step`, with its time; paths become relative to the run's folder. Cost: the line's
  /// text, and one lock.
  void add(int64_t step, engine_api::EventBody event);
  void add(std::string_view event, int64_t step, nlohmann::json fields = nlohmann::json::object());
  /// Waits until everything added before is on disk or one attempt at that has failed.
  /// @return  the length of events.jsonl that is safely on disk, in whole lines: for a checkpoint, which
  ///   thereby never promises more than there is. Figures that are written later are found again (above).
  uint64_t flush();
  /// What a user should know since the last call: a file that cannot be written, or can again; each once.
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
  // The thread's own:
  std::string unwritten_;
  uint64_t length_ = 0;        ///< of events.jsonl
  uint64_t whole_length_ = 0;  ///< up to its last whole line
  MetricFiles figures_;
  uint64_t figures_length_ = 0;  ///< of events.jsonl when they were last caught up
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
  std::jthread thread_;  // last: starts when all else is there
};

}  // namespace fw::training
