// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_queue.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

namespace fw::jobs {

using engine_api::Lane;

namespace {

constexpr ErrorCode unknown_kind{
    "jobs.unknown_kind", FW_TEXT("errors", "Jobs of kind “{kind}” cannot be run here."),
    FW_TEXT("errors", "The engine is not loaded: “framewright-cli info” says why.")};
constexpr ErrorCode unknown_job{"jobs.unknown_job", FW_TEXT("errors", "Job {job} does not exist."), ""};
constexpr ErrorCode not_now{"jobs.not_now",
                            FW_TEXT("errors", "Job {job} is {state}: “{verb}” cannot be done now."), ""};
constexpr ErrorCode not_understood{"jobs.not_understood",
                                   FW_TEXT("errors", "Jobs of kind “{kind}” do not support “{verb}”."), ""};

constexpr int engine_nice = 10;  // keeps the desktop responsive while a job computes

nlohmann::json params_again(const engine_api::JobKind& kind, const engine_api::Command& command,
                            const JobInfo& job) {
  return kind.again ? kind.again(command, job.spec.params, job.result) : job.spec.params;
}

bool waits(engine_api::JobState state) {
  return state == engine_api::JobState::queued || state == engine_api::JobState::held;
}

}  // namespace

/// The running job's view of the queue.
class JobQueue::Context : public engine_api::JobContext {
 public:
  Context(JobQueue& queue, Entry& entry) : queue_(queue), entry_(entry) {}
  engine_api::JobId id() const override { return entry_.info.id; }
  std::stop_token stop() const override { return entry_.stop.get_token(); }
  std::optional<engine_api::Request> take_request() override {
    const std::lock_guard lock(queue_.mutex_);
    if (entry_.requests.empty()) return std::nullopt;
    const engine_api::Request request = entry_.requests.front();
    entry_.requests.pop_front();
    return request;
  }
  void publish(engine_api::EventBody event) override { queue_.hub_.publish(id(), std::move(event)); }

 private:
  JobQueue& queue_;
  Entry& entry_;  // remains valid: a running job is never removed
};

JobQueue::JobQueue() {
  for (const Lane lane : engine_api::all_lanes)
    threads_.emplace_back([this, lane](const std::stop_token& stop) { run_until_stopped(lane, stop); });
}

JobQueue::~JobQueue() {
  {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
    for (std::jthread& thread : threads_) thread.request_stop();
    for (auto& [id, entry] : entries_) entry->stop.request_stop();
  }
  threads_.clear();  // joins
}

void JobQueue::add_kind(engine_api::JobKind kind) {
  const std::lock_guard lock(mutex_);
  kinds_[kind.name] = std::move(kind);
}

bool JobQueue::has_kind(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  return kinds_.contains(name);
}

void JobQueue::set_paused(bool paused) {
  const std::lock_guard lock(mutex_);
  paused_ = paused;
  wake_.notify_all();
}

bool JobQueue::is_paused() const {
  const std::lock_guard lock(mutex_);
  return paused_;
}

std::vector<JobInfo> JobQueue::jobs() const {
  const std::lock_guard lock(mutex_);
  std::vector<JobInfo> list;
  for (const engine_api::JobId id : waiting_) list.push_back(entries_.at(id)->info);
  for (const auto& [id, entry] : entries_) {
    if (!waits(entry->info.state)) list.push_back(entry->info);
  }
  return list;
}

std::optional<JobInfo> JobQueue::job(engine_api::JobId id) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(id);
  return found == entries_.end() ? std::nullopt : std::optional(found->second->info);
}

void JobQueue::wait(engine_api::JobId id) {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [&] {
    const auto found = entries_.find(id);
    return found == entries_.end() || engine_api::is_ended(found->second->info.state);
  });
}

engine_api::Reply JobQueue::refuse(const ErrorCode& code, const engine_api::Command& command,
                                   const Entry* entry) const {
  const engine_api::JobSpec& spec = entry != nullptr ? entry->info.spec : command.spec;
  const std::string_view state = entry != nullptr ? name_of(entry->info.state) : "";
  return {
      command.job,
      Fault(code,
            {{"kind", spec.kind}, {"job", command.job}, {"verb", name_of(command.verb)}, {"state", state}})};
}

engine_api::Reply JobQueue::send(const engine_api::Command& command) try {
  const std::lock_guard lock(mutex_);
  if (command.verb == engine_api::Verb::submit) {
    if (!kinds_.contains(command.spec.kind)) return refuse(unknown_kind, command, nullptr);
    return submit_locked(command.spec);
  }
  const auto found = entries_.find(command.job);
  if (found == entries_.end()) return refuse(unknown_job, command, nullptr);
  return control_locked(command, *found->second);
} catch (const Error& error) {  // parameters that are invalid for the kind
  return {command.job, error.fault()};
}

engine_api::Reply JobQueue::submit_locked(engine_api::JobSpec spec) {
  auto entry = std::make_unique<Entry>();
  entry->info.id = ++last_id_;
  entry->info.spec = std::move(spec);
  if (entry->info.spec.params.is_null())
    entry->info.spec.params = nlohmann::json::object();  // `{}` would make it null
  entry->info.lane = kinds_.at(entry->info.spec.kind).lane;
  Entry& added = *entry;
  entries_.emplace(added.info.id, std::move(entry));
  hub_.publish(added.info.id, engine_api::Queued{added.info.spec});
  enqueue_locked(added);
  return {added.info.id, std::nullopt};
}

void JobQueue::enqueue_locked(Entry& entry) {
  waiting_.push_back(entry.info.id);
  set_state_locked(entry, engine_api::JobState::queued);
  wake_.notify_all();
}

void JobQueue::publish_change_locked(const Entry& entry) {
  const auto place = std::find(waiting_.begin(), waiting_.end(), entry.info.id);
  hub_.publish(entry.info.id, engine_api::Changed{entry.info.state,
                                                  place == waiting_.end() ? -1 : place - waiting_.begin()});
}

void JobQueue::set_state_locked(Entry& entry, engine_api::JobState state) {
  entry.info.state = state;
  publish_change_locked(entry);
}

engine_api::Reply JobQueue::control_locked(const engine_api::Command& command, Entry& entry) {
  const engine_api::JobState state = entry.info.state;
  const engine_api::Reply done{entry.info.id, std::nullopt};
  switch (command.verb) {
    case engine_api::Verb::reorder: {
      if (!waits(state)) return refuse(not_now, command, &entry);
      std::erase(waiting_, entry.info.id);
      const auto place = std::clamp<int64_t>(command.value, 0, static_cast<int64_t>(waiting_.size()));
      waiting_.insert(waiting_.begin() + place, entry.info.id);
      publish_change_locked(entry);
      return done;
    }
    case engine_api::Verb::hold:
      if (state != engine_api::JobState::queued) return refuse(not_now, command, &entry);
      set_state_locked(entry, engine_api::JobState::held);
      return done;
    case engine_api::Verb::remove:
      if (state == engine_api::JobState::running || state == engine_api::JobState::stopping)
        return refuse(not_now, command, &entry);
      if (waits(state)) {
        std::erase(waiting_, entry.info.id);
        set_state_locked(entry, engine_api::JobState::cancelled);
      }
      entries_.erase(entry.info.id);
      ended_.notify_all();
      return done;
    default:
      return end_or_resume_locked(command, entry);
  }
}

engine_api::Reply JobQueue::end_or_resume_locked(const engine_api::Command& command, Entry& entry) {
  const engine_api::JobState state = entry.info.state;
  const engine_api::Reply done{entry.info.id, std::nullopt};
  const bool runs = state == engine_api::JobState::running || state == engine_api::JobState::stopping;
  if (command.verb == engine_api::Verb::abort) {
    if (runs) {
      entry.stop.request_stop();
      set_state_locked(entry, engine_api::JobState::stopping);
      return done;
    }
    if (!waits(state) && state != engine_api::JobState::paused) return refuse(not_now, command, &entry);
    std::erase(waiting_, entry.info.id);
    hub_.publish(entry.info.id, engine_api::Finished{engine_api::JobState::cancelled, entry.info.result});
    set_state_locked(entry, engine_api::JobState::cancelled);
    ended_.notify_all();
    return done;
  }
  if (command.verb == engine_api::Verb::resume && state == engine_api::JobState::held) {
    set_state_locked(entry, engine_api::JobState::queued);
    wake_.notify_all();
    return done;
  }
  const auto kind = kinds_.find(entry.info.spec.kind);
  if (kind == kinds_.end() || !kind->second.verbs.contains(command.verb))
    return refuse(not_understood, command, &entry);
  if (command.verb == engine_api::Verb::branch) {
    engine_api::JobSpec spec = entry.info.spec;
    spec.params = params_again(kind->second, command, entry.info);
    if (!command.spec.title.empty()) spec.title = command.spec.title;
    return submit_locked(std::move(spec));
  }
  if (command.verb == engine_api::Verb::resume || command.verb == engine_api::Verb::refit ||
      (command.verb == engine_api::Verb::extend && engine_api::is_ended(state))) {
    const bool extends = command.verb == engine_api::Verb::extend;
    if (!engine_api::is_ended(state) || (!extends && state == engine_api::JobState::finished))
      return refuse(not_now, command, &entry);
    entry.info.spec.params = params_again(kind->second, command, entry.info);
    entry.info.fault.reset();
    entry.stop = std::stop_source();
    entry.requests.clear();
    enqueue_locked(entry);
    return done;
  }
  if (state != engine_api::JobState::running) return refuse(not_now, command, &entry);
  entry.requests.push_back({command.verb, command.value});
  if (command.verb == engine_api::Verb::pause || command.verb == engine_api::Verb::stop_and_save)
    set_state_locked(entry, engine_api::JobState::stopping);
  return done;
}

void JobQueue::run_until_stopped(Lane lane, const std::stop_token& stop) {
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), engine_nice);
  std::unique_lock lock(mutex_);
  const auto next = [&] {
    return std::find_if(waiting_.begin(), waiting_.end(), [&](engine_api::JobId id) {
      const JobInfo& job = entries_.at(id)->info;
      return job.lane == lane && job.state == engine_api::JobState::queued;
    });
  };
  const auto has_next = [&] { return !paused_ && next() != waiting_.end(); };
  while (wake_.wait(lock, stop, has_next) && !stop.stop_requested()) {
    const auto place = next();
    const engine_api::JobId id = *place;
    waiting_.erase(place);
    run_one(id, lock);
  }
}

void JobQueue::run_one(engine_api::JobId id, std::unique_lock<std::mutex>& lock) {
  Entry& entry = *entries_.at(id);
  set_state_locked(entry, engine_api::JobState::running);
  const engine_api::JobKind kind = kinds_.at(entry.info.spec.kind);
  const nlohmann::json params = entry.info.spec.params;
  if (kind.begun) {  // invalid parameters end the job below
    engine_api::run_guarded([&] {
      entry.info.spec.params = kind.begun(params);
      return engine_api::Outcome();
    });
  }
  lock.unlock();
  engine_api::Outcome outcome;
  {
    Context context(*this, entry);
    // The job is created and destroyed outside the lock: both may take long.
    std::unique_ptr<engine_api::Job> job;
    outcome = engine_api::run_guarded([&] {
      job = kind.make(params);
      return job->run(context);
    });
  }
  lock.lock();
  entry.info.result = outcome.result;
  if (outcome.state == engine_api::JobState::failed) {
    entry.info.fault = outcome.fault;
    hub_.publish(id, engine_api::Failed{outcome.fault});
  } else {
    hub_.publish(id, engine_api::Finished{outcome.state, outcome.result});
  }
  set_state_locked(entry, outcome.state);
  ended_.notify_all();
}

}  // namespace fw::jobs
