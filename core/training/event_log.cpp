// SPDX-License-Identifier: Apache-2.0
#include "training/event_log.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "base/error.h"
#include "base/paths.h"

namespace fw::training {

namespace {

using nlohmann::json;

constexpr ErrorCode event_log{
    "training.event_log", FW_TEXT("errors", "{file} could not be written: {reason}."),
    FW_TEXT("errors",
            "Free some space, then resume the run. It continues from its newest checkpoint, if it has one.")};

constexpr std::chrono::milliseconds batch_interval{500};
constexpr std::chrono::seconds retry_interval{5};

int64_t now_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

/// Metrics that are NaN become null.
std::string line_of(const json& event) {
  return event.dump(-1, ' ', false, json::error_handler_t::replace) + '\n';
}

/// True if an event is kept when a run resumes from a checkpoint made before the event was written. Clips of
/// the step itself always come after the checkpoint; metrics do if the file could not be written for a while.
bool stays(const run::RunEvent& event, int64_t step, EventLog::Clips clips) {
  if (event.step > step || step == 0) return false;
  if (event.event == "sample") return event.step < step || clips == EventLog::Clips::stay;
  return event.event == "checkpoint" || event.json.contains("values");
}

}  // namespace

EventLog::EventLog(const run::RunPaths& run, const run::RunSettings& settings, uint64_t offset, int64_t step,
                   Clips clips)
    : folder_(run.folder), file_name_(to_utf8(run.events())), figures_(run, settings, offset, step) {
  std::error_code error;
  const uint64_t size = std::filesystem::file_size(run.events(), error);
  // A file that lost its end (or all of itself) is continued after its last whole line.
  if (error || size < offset) offset = run::read_run_events(run, 0, [](const auto&) {});
  run::read_run_events(run, offset, [&](const run::RunEvent& event) {
    if (stays(event, step, clips)) add_line(line_of(event.json));
  });
  descriptor_ = ::open(run.events().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  const bool cut = descriptor_ >= 0 && ::ftruncate(descriptor_, static_cast<off_t>(offset)) == 0 &&
                   ::lseek(descriptor_, 0, SEEK_END) >= 0;
  if (!cut) {
    const std::string reason = errno == ELOOP ? "it is a link" : std::strerror(errno);
    if (descriptor_ >= 0) ::close(descriptor_);
    throw Error(event_log, {{"file", file_name_}, {"reason", reason}});
  }
  length_ = whole_length_ = synced_length_ = offset;
  thread_ = std::jthread([this](const std::stop_token& stop) { write_until_stopped(stop); });
}

EventLog::~EventLog() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  ::close(descriptor_);
}

void EventLog::add(int64_t step, engine_api::EventBody event) {
  std::visit(
      [&](auto& body) {
        if constexpr (requires { body.path; }) body.path = body.path.lexically_relative(folder_);
        add(engine_api::event_name(event), step, body);
      },
      event);
}

void EventLog::add(std::string_view event, int64_t step, json fields) {
  fields["event"] = event;
  fields["step"] = step;
  fields["time_ms"] = now_ms();
  add_line(line_of(fields));
}

void EventLog::add_line(std::string line) {
  const std::lock_guard lock(mutex_);
  if (held_bytes_ + line.size() > most_waiting_bytes) {
    ++lost_events_;
    return;
  }
  held_bytes_ += line.size();
  waiting_ += line;
}

uint64_t EventLog::flush() {
  std::unique_lock lock(mutex_);
  flush_wanted_ = true;
  wake_.notify_all();
  written_.wait(lock, [&] { return !flush_wanted_; });
  return synced_length_;
}

std::vector<std::string> EventLog::take_warnings() {
  const std::lock_guard lock(mutex_);
  return std::exchange(warnings_, {});
}

void EventLog::note(bool& failing, const std::string& failure, const std::string& what) {
  if (failing == !failure.empty()) return;
  failing = !failure.empty();
  std::string text = failing ? failure + ". Training goes on; " + what + " written as soon as that succeeds."
                             : "What could not be written is written: " + what + " whole again.";
  const std::lock_guard lock(mutex_);
  if (!failing && lost_events_ > 0) text += " " + std::to_string(lost_events_) + " events are lost.";
  if (!failing) lost_events_ = 0;
  warnings_.push_back(std::move(text));
}

void EventLog::write_until_stopped(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait_for(lock, stop, events_failing_ ? retry_interval : batch_interval,
                   [&] { return flush_wanted_; });
    const bool sync = flush_wanted_;
    const bool last = stop.stop_requested();
    unwritten_ += std::exchange(waiting_, {});
    lock.unlock();
    std::string failure = write();
    const uint64_t whole_length = whole_length_;
    bool synced = false;
    if (sync && failure.empty()) {
      synced = ::fsync(descriptor_) == 0;
      if (!synced) failure = std::strerror(errno);
    }
    note(events_failing_, failure.empty() ? "" : file_name_ + " could not be written: " + failure,
         "its events are");
    note(figures_failing_, write_figures(), "the figures are");
    lock.lock();
    held_bytes_ = unwritten_.size() + waiting_.size();
    if (synced) synced_length_ = whole_length;
    if (sync) flush_wanted_ = false;
    written_.notify_all();
    if (last && (waiting_.empty() || events_failing_)) return;
  }
}

std::string EventLog::write() {
  std::string failure;
  size_t done = 0;
  while (done < unwritten_.size() && failure.empty()) {
    const ssize_t written = ::write(descriptor_, unwritten_.data() + done, unwritten_.size() - done);
    if (written >= 0) {
      done += static_cast<size_t>(written);
    } else if (errno != EINTR) {
      failure = std::strerror(errno);
    }
  }
  const size_t end = std::string_view(unwritten_).substr(0, done).rfind('\n');
  if (end != std::string_view::npos) whole_length_ = length_ + end + 1;
  length_ += done;
  unwritten_.erase(0, done);
  return failure;
}

std::string EventLog::write_figures() {
  const auto now = std::chrono::steady_clock::now();
  if (figures_failing_ ? now < figures_due_ : figures_length_ == whole_length_) return figures_failure_;
  try {
    figures_failure_ = figures_.catch_up();
  } catch (const std::exception& error) {
    figures_failure_ = error.what();
  }
  figures_due_ = now + retry_interval;
  figures_length_ = whole_length_;
  return figures_failure_;
}

}  // namespace fw::training
