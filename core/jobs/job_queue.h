// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "engine_api/commands.h"
#include "engine_api/job.h"
#include "jobs/event_hub.h"

namespace fw::jobs {

/// A job as shown in a list.
struct JobInfo {
  engine_api::JobId id = 0;
  engine_api::JobSpec spec;
  engine_api::Lane lane = engine_api::Lane::device;
  engine_api::JobState state = engine_api::JobState::queued;
  std::optional<Fault> fault;
  nlohmann::json result = nlohmann::json::object();
};

/// The background engine: each lane runs its jobs one at a time, in order, on a thread of its own at nice 10,
/// and reports to observers through the queue's hub. A failing job ends as failed; the lane continues with
/// its next. Thread: any for all calls; none blocks on a job.
class JobQueue {
 public:
  JobQueue();
  /// Aborts the running jobs, waits for them, and drops the waiting ones.
  ~JobQueue();
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  /// Registers a kind, replacing one of the same name.
  void add_kind(engine_api::JobKind kind);
  bool has_kind(const std::string& name) const;

  /// Accepts or rejects the command immediately; a rejected command changes nothing.
  engine_api::Reply send(const engine_api::Command& command);
  engine_api::Reply submit(engine_api::JobSpec spec) {
    return send({engine_api::Verb::submit, 0, std::move(spec), 0});
  }

  /// While paused, the running jobs continue, and no other one starts in any lane.
  void set_paused(bool paused);
  bool is_paused() const;

  /// All known jobs: waiting ones in the order in which they will run, then the others by id.
  std::vector<JobInfo> jobs() const;
  std::optional<JobInfo> job(engine_api::JobId id) const;
  /// Waits until the job has ended or was removed. Not for the window's thread.
  void wait(engine_api::JobId id);

  EventHub& events() { return hub_; }

 private:
  struct Entry {
    JobInfo info;
    std::stop_source stop;
    std::deque<engine_api::Request> requests;
  };
  class Context;

  engine_api::Reply refuse(const ErrorCode& code, const engine_api::Command& command,
                           const Entry* entry) const;
  engine_api::Reply submit_locked(engine_api::JobSpec spec);
  engine_api::Reply control_locked(const engine_api::Command& command, Entry& entry);
  engine_api::Reply end_or_resume_locked(const engine_api::Command& command, Entry& entry);
  void enqueue_locked(Entry& entry);
  void publish_change_locked(const Entry& entry);
  void set_state_locked(Entry& entry, engine_api::JobState state);
  void run_until_stopped(engine_api::Lane lane, const std::stop_token& stop);
  void run_one(engine_api::JobId id, std::unique_lock<std::mutex>& lock);

  EventHub hub_;
  mutable std::mutex mutex_;  // guards all below
  std::condition_variable_any wake_;
  std::condition_variable ended_;
  std::map<std::string, engine_api::JobKind> kinds_;
  std::map<engine_api::JobId, std::unique_ptr<Entry>> entries_;
  std::deque<engine_api::JobId> waiting_;  // queued and held, of all lanes, in order
  bool paused_ = false;
  engine_api::JobId last_id_ = 0;
  std::vector<std::jthread> threads_;  // by lane
};

}  // namespace fw::jobs
