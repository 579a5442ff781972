// SPDX-License-Identifier: Apache-2.0
#include "distributed/watch.h"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "distributed/rank_faults.h"
#include "launch/host_list.h"
#include "launch/work_notice.h"

namespace fw::distributed {

namespace {

using nlohmann::json;

constexpr const char* fault_key = "fault";
constexpr const char* end_key = "end";

std::string key_of(int64_t rank) {
  return "state/" + std::to_string(rank);
}

std::vector<uint8_t> bytes_of(const json& value) {
  const std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  return {text.begin(), text.end()};
}

json to_json(const RankState& state) {
  return {{"beats", state.beats},
          {"calls", state.calls},
          {"reports", state.reports},
          {"at_work", state.is_at_work},
          {"host", state.host},
          {"phase", state.phase},
          {"processes", state.processes},
          {"process", state.process},
          {"call", {state.call.group, state.call.number, state.call.what}}};
}

RankState state_from(const json& json) {
  const nlohmann::json& call = json.at("call");
  return {json.at("beats"),     json.at("calls"),   json.at("reports"),
          json.at("at_work"),   json.at("host"),    json.at("phase"),
          json.at("processes"), json.at("process"), {call.at(0), call.at(1), call.at(2)}};
}

/// Identifies this machine's processes, or those of a container with its own process numbers.
std::string visible_processes() {
  std::error_code error;
  return launch::host_name() + " " + std::filesystem::read_symlink("/proc/self/ns/pid", error).string();
}

bool is_running(int64_t process) {
  return ::kill(static_cast<pid_t>(process), 0) == 0 || errno != ESRCH;
}

}  // namespace

Watch::Watch(c10::intrusive_ptr<c10d::Store> store, int64_t rank, int64_t size)
    : store_(std::move(store)), rank_(rank), others_(static_cast<size_t>(size)) {
  own_.host = launch::host_name();
  own_.processes = visible_processes();
  own_.process = ::getpid();
  own_.phase = "starting";
  store_->set(key_of(rank), bytes_of(to_json(own_)));
  thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

void Watch::end() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

/// @pre mutex_ is locked
void Watch::note_progress() {
  ++own_.reports;
  progressed_ = Clock::now();
}

void Watch::set_phase(const std::string& phase) {
  const std::lock_guard lock(mutex_);
  own_.phase = phase;
  note_progress();
}

void Watch::begin_call(const Call& call) {
  const std::lock_guard lock(mutex_);
  own_.call = call;
  ++own_.calls;
}

void Watch::end_call() {
  const std::lock_guard lock(mutex_);
  own_.call = {};
  note_progress();
}

void Watch::begin_work() {
  const std::lock_guard lock(mutex_);
  own_.is_at_work = ++works_ > 0;
}

void Watch::end_work() {
  const std::lock_guard lock(mutex_);
  own_.is_at_work = --works_ > 0;
  note_progress();
}

void Watch::set_timeout(std::chrono::milliseconds timeout) {
  const std::lock_guard lock(mutex_);
  timeout_ = timeout;
}

bool Watch::is_at_work() const {
  const std::lock_guard lock(mutex_);
  return own_.is_at_work;
}

bool Watch::is_forsaken() const {
  const std::lock_guard lock(mutex_);
  return ::getppid() != parent_ && !own_.is_at_work && own_.call.group.empty() &&
         Clock::now() - progressed_ > timeout_;
}

void Watch::work(const std::stop_token& stop) {
  std::mutex sleeping;
  std::condition_variable_any wake;
  bool has_store = true;
  while (!stop.stop_requested()) {
    try {
      if (has_store) exchange_states();
    } catch (const std::exception&) {
      // The store is hosted by rank 0 or by the launcher, which is gone.
      if (!stop.stop_requested()) set_fault(lost_rank(0, state(0)));
      has_store = false;
    }
    if (is_at_work()) launch::notify_launcher();
    if (is_forsaken()) {
      std::fputs("Framewright's launcher has exited, and this rank hangs, so it exits too.\n", stderr);
      ::_exit(1);
    }
    std::unique_lock lock(sleeping);
    wake.wait_for(lock, stop, interval, [] { return false; });
  }
}

void Watch::exchange_states() {
  RankState own;
  {
    const std::lock_guard lock(mutex_);
    ++own_.beats;
    own = own_;
  }
  const std::lock_guard store_lock(store_mutex_);
  store_->set(key_of(rank_), bytes_of(to_json(own)));
  if (asked_) store_->set(end_key, std::vector<uint8_t>{1});
  if (store_->check({end_key})) asked_ = true;
  std::vector<std::string> keys;
  for (size_t rank = 0; rank < others_.size(); ++rank) keys.push_back(key_of(static_cast<int64_t>(rank)));
  all_came_ = all_came_ || store_->check(keys);
  std::vector<std::vector<uint8_t>> values(keys.size());
  if (all_came_) values = store_->multiGet(keys);
  for (size_t rank = 0; rank < keys.size(); ++rank) {
    if (!all_came_ && store_->check({keys[rank]})) values[rank] = store_->get(keys[rank]);
    if (values[rank].empty()) continue;  // not received yet
    const RankState state = state_from(json::parse(values[rank]));
    const std::lock_guard lock(mutex_);
    Other& other = others_[rank];
    const bool beats = state.beats != other.state.beats;
    if (beats) other.changed = Clock::now();
    if (state.calls != other.state.calls || state.reports != other.state.reports ||
        (beats && state.is_at_work))
      other.progressed = Clock::now();
    other.state = state;
  }
  if (store_->check({fault_key})) set_fault(json::parse(store_->get(fault_key)).get<Fault>());
}

void Watch::set_fault(const Fault& fault) {
  {
    const std::lock_guard lock(mutex_);
    if (!fault_) fault_ = fault;
  }
  failed_.request_stop();
}

Fault Watch::spread(const Fault& fault) {
  try {
    const std::unique_lock lock(store_mutex_, silence);
    if (lock) set_fault(json::parse(store_->compareSet(fault_key, {}, bytes_of(fault))).get<Fault>());
    set_fault(fault);
  } catch (const std::exception&) {  // the store is gone
    set_fault(fault);
  }
  return *this->fault();
}

std::optional<Fault> Watch::fault() const {
  const std::lock_guard lock(mutex_);
  return fault_;
}

RankState Watch::state(int64_t rank) const {
  const std::lock_guard lock(mutex_);
  return others_[static_cast<size_t>(rank)].state;
}

std::chrono::milliseconds Watch::silent_for(int64_t rank) const {
  const std::lock_guard lock(mutex_);
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() -
                                                               others_[static_cast<size_t>(rank)].changed);
}

std::chrono::milliseconds Watch::idle_for(int64_t rank) const {
  const std::lock_guard lock(mutex_);
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() -
                                                               others_[static_cast<size_t>(rank)].progressed);
}

std::optional<int64_t> Watch::silent_rank() const {
  if (silent_for(rank_) >= silence) return 0;
  std::optional<int64_t> found;
  for (int64_t rank = 0; rank < static_cast<int64_t>(others_.size()); ++rank) {
    if (rank == rank_ || silent_for(rank) < silence) continue;
    if (!found || silent_for(rank) > silent_for(*found)) found = rank;
  }
  return found;
}

std::optional<int64_t> Watch::gone_rank() const {
  const auto silent = silent_rank();
  if (!silent) return std::nullopt;
  const RankState theirs = state(*silent);
  const bool has_ended = theirs.processes == own_.processes && !is_running(theirs.process);
  const bool is_unseen = theirs.processes != own_.processes && silent_for(*silent) >= long_silence;
  return has_ended || is_unseen ? silent : std::nullopt;
}

std::string Watch::other_call(int64_t rank, const Call& call) const {
  const Call theirs = state(rank).call;
  const bool is_here = theirs.group == call.group && theirs.number == call.number;
  return is_here && theirs.what != call.what ? theirs.what : "";
}

int64_t Watch::late_rank(const std::vector<int64_t>& members, const Call& call) const {
  const std::lock_guard lock(mutex_);
  // Preference: a member in no call, a non-member in no call (a member may wait for it), a member behind this
  // call.
  const auto blame = [&](int64_t rank) {
    const Call& theirs = others_[static_cast<size_t>(rank)].state.call;
    const bool is_member = std::ranges::find(members, rank) != members.end();
    if (theirs.group.empty()) return is_member ? 3 : 2;
    return is_member && (theirs.group != call.group || theirs.number < call.number) ? 1 : 0;
  };
  int64_t late = 0;
  const auto key = [&](int64_t rank) {
    return std::pair(blame(rank), -static_cast<int64_t>(others_[static_cast<size_t>(rank)].state.calls));
  };
  for (int64_t rank = 1; rank < static_cast<int64_t>(others_.size()); ++rank)
    if (key(rank) > key(late)) late = rank;
  return late;
}

}  // namespace fw::distributed
