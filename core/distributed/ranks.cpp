// SPDX-License-Identifier: Apache-2.0
#include "distributed/ranks.h"

#include <c10/util/Logging.h>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <numeric>
#include <thread>
#include <utility>

#include "base/atomic_file.h"
#include "base/join.h"
#include "distributed/dry_run_backend.h"
#include "distributed/rank_faults.h"
#include "distributed/ranks_parts.h"
#include "launch/host_list.h"
#include "launch/loopback_socket.h"
#include "tensor/libtorch.h"

namespace fw::distributed {

namespace {

using Clock = Watch::Clock;

/// Time for the watch to find out, after a failed operation, which rank caused it.
constexpr std::chrono::milliseconds inquiry = Watch::silence + std::chrono::milliseconds(1'500);

c10::intrusive_ptr<c10d::Store> open_store(const launch::WorldSpec& spec, bool serves,
                                           std::chrono::milliseconds patience) {
  c10d::TCPStoreOptions options;
  options.port = static_cast<uint16_t>(spec.port);
  options.isServer = serves;
  options.waitWorkers = false;
  options.timeout = patience;
  if (serves && spec.listen_descriptor >= 0)
    options.masterListenFd = static_cast<int>(spec.listen_descriptor);
  else if (serves && launch::is_loopback(spec.host))  // LibTorch would listen on every interface
    options.masterListenFd = launch::listen_on_loopback(spec.port);
  return c10::make_intrusive<c10d::PrefixStore>("framewright" + spec.run_id,
                                                c10::make_intrusive<c10d::TCPStore>(spec.host, options));
}

/// LibTorch logs each failed attempt to connect and each lost connection with its call stack. Our own errors
/// report both, so this process's c10 log is off unless the user has set its level.
void silence_c10_log() {
  if (std::getenv("TORCH_CPP_LOG_LEVEL") == nullptr) FLAGS_caffe2_log_level = c10::GLOG_FATAL;
}

std::string text_of(const std::exception& error) {
  const auto* const of_torch = dynamic_cast<const c10::Error*>(&error);
  return of_torch ? of_torch->what_without_backtrace() : error.what();
}

/// Joins several lines.
std::string one_line(std::string text) {
  text.erase(text.find_last_not_of(" \n") + 1);
  std::ranges::replace(text, '\n', ' ');
  return text;
}

/// Sleeps briefly, longer the longer the wait has been.
void doze(Clock::duration waited) {
  if (waited < std::chrono::microseconds(200)) return std::this_thread::yield();
  std::this_thread::sleep_for(
      std::clamp<Clock::duration>(waited / 16, std::chrono::microseconds(20), std::chrono::milliseconds(2)));
}

}  // namespace

Fault lost_rank(int64_t rank, const RankState& state) {
  return {rank_lost, {{"rank", rank}, {"host", state.host}, {"phase", state.phase}}};
}

Fault late_rank(int64_t rank, const RankState& state, int64_t seconds) {
  return {timeout, {{"rank", rank}, {"host", state.host}, {"phase", state.phase}, {"seconds", seconds}}};
}

Fault failed_rank(int64_t rank, const std::string& phase, const Fault& fault) {
  return {
      rank_failed,
      {{"rank", rank}, {"host", launch::host_name()}, {"phase", phase}, {"reason", fault.full_message()}}};
}

std::vector<int64_t> everybody(int64_t size) {
  std::vector<int64_t> members(static_cast<size_t>(size));
  std::iota(members.begin(), members.end(), 0);
  return members;
}

Ranks::Ranks(const launch::WorldSpec& spec, std::stop_token stop)
    : rank(spec.rank),
      size(spec.size),
      local_rank(spec.local_rank),
      job_stop_(std::move(stop)),
      parts_(std::make_unique<Parts>()) {}

std::shared_ptr<Ranks> Ranks::join(const launch::WorldSpec& spec, std::chrono::seconds patience,
                                   std::stop_token stop, const std::function<bool()>& ends) {
  std::shared_ptr<Ranks> ranks(new Ranks(spec, std::move(stop)));
  ranks->meet(spec, patience, ends);
  return ranks;
}

std::shared_ptr<Ranks> Ranks::dry_run(int64_t rank, int64_t size, Traffic& traffic) {
  std::shared_ptr<Ranks> ranks(new Ranks({.rank = rank, .size = size}, {}));
  ranks->device_ = torch::kMeta;
  ranks->parts_->dry_run_traffic = &traffic;
  ranks->parts_->all.emplace(*ranks, "all", everybody(size), ranks->connection("all", everybody(size)));
  return ranks;
}

void Ranks::meet(const launch::WorldSpec& spec, std::chrono::seconds patience,
                 const std::function<bool()>& ends) {
  const auto until = Clock::now() + patience;
  const auto missing = [&](const std::string& who) {
    return Error(ranks_missing, {{"ranks", who},
                                 {"size", size},
                                 {"host", spec.host},
                                 {"port", spec.port},
                                 {"seconds", patience.count()}});
  };
  const bool serves = rank == 0 && !spec.store_is_elsewhere;
  const auto check_stop = [&] {
    if (job_stop_.stop_requested() || (ends && ends())) throw Cancelled();
  };
  constexpr std::chrono::seconds attempt{2};
  silence_c10_log();
  c10::intrusive_ptr<c10d::Store> for_watch;
  while (!for_watch) {
    check_stop();
    try {
      // The server only waits for itself, however busy the machine is.
      if (!parts_->store) parts_->store = open_store(spec, serves, serves ? patience : attempt);
      for_watch = open_store(spec, false, attempt);
    } catch (const std::exception& error) {
      if (serves && !parts_->store)
        throw Error(no_store, {{"host", spec.host}, {"port", spec.port}, {"reason", text_of(error)}});
      if (Clock::now() >= until) throw missing("0");
    }
  }
  parts_->store->setTimeout(patience);
  parts_->watch.emplace(for_watch, rank, size);
  for (std::string who = "?"; !who.empty();) {
    who.clear();
    for (int64_t each = 0; each < size; ++each)
      if (parts_->watch->state(each).beats == 0) append_item(who, std::to_string(each));
    if (who.empty()) break;
    check_stop();
    check();
    if (Clock::now() >= until) throw missing(who);
    std::this_thread::sleep_for(glance);
  }
  parts_->when_failed.emplace(parts_->watch->failed(), [this] {
    parts_->communicators.abort();  // before memory is freed, which waits for the device
    stop_.request_stop();
  });
  parts_->when_stopped.emplace(job_stop_, [this] { stop_.request_stop(); });
  timeout_ = patience;
  one_machine_ = spec.local_size == spec.size;
  parts_->all.emplace(*this, "all", everybody(size), connection("all", everybody(size)));
}

Ranks::~Ranks() {
  // An operation that waits for a lost rank cannot be ended, so neither can the objects it uses.
  if (parts_->watch) {
    parts_->watching_over = {};
    parts_->when_failed.reset();
    parts_->when_stopped.reset();
    static_cast<void>(parts_.release());
  }
}

void Ranks::check() const {
  const auto fault = parts_->watch ? parts_->watch->fault() : std::nullopt;
  if (fault || job_stop_.stop_requested()) parts_->communicators.abort();
  if (job_stop_.stop_requested()) throw Cancelled();
  if (fault && fault->code == rank_cancelled.code) throw Cancelled();
  if (fault) throw Error(*fault);
}

std::function<void()> Ranks::begin(const Members& members, const Call& call, const Start& start) {
  check();
  kill_point("ranks.call");
  c10::intrusive_ptr<c10d::Work> work;
  or_fail([&] { work = start(); });
  return [this, &members, call, work] {
    or_fail([&] {
      wait_until(members, call, [&] { return work->isCompleted(); });
      work->wait();
    });
  };
}

void Ranks::wait_until(const Members& members, const Call& call, const std::function<bool()>& is_done) {
  const InCall in_call(parts_->watch, call);
  const auto begin = Clock::now();
  while (!is_done()) {
    check();
    const auto waited = Clock::now() - begin;
    if (waited > timeout_) end_if_late(members, call);
    doze(waited);
  }
}

void Ranks::or_fail(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error&) {
    throw;
  } catch (const Cancelled&) {
    throw;
  } catch (const std::exception& error) {
    fail(error);
  }
}

/// An operation fails at once on all ranks that are connected to a lost one: only that rank's silence
/// identifies it.
void Ranks::fail(const std::exception& error) {
  parts_->communicators.abort();
  const LongWork inquiring(*this);
  const auto until = Clock::now() + (parts_->watch ? inquiry : Clock::duration::zero());
  for (; Clock::now() < until; std::this_thread::sleep_for(glance)) {
    check();
    if (const auto silent = parts_->watch->silent_rank())
      throw Error(parts_->watch->spread(lost_rank(*silent, parts_->watch->state(*silent))));
  }
  const std::string text = text_of(error);
  if (const size_t nccl = text.find("NCCL error"); nccl != std::string::npos)
    throw Error(nccl_failed, {{"reason", one_line(text.substr(nccl))}});
  throw std::runtime_error(text);
}

/// Ends the wait if the rank that all wait for makes no progress; with progress it may take longer.
void Ranks::end_if_late(const Members& members, const Call& call) {
  const Watch& watch = *parts_->watch;
  for (const int64_t other : members)
    if (const std::string theirs = watch.other_call(other, call); !theirs.empty())
      throw Error(parts_->watch->spread(
          Fault(mismatch, {{"rank", rank}, {"call", call.what}, {"other", other}, {"other_call", theirs}})));
  const int64_t late = watch.silent_rank().value_or(watch.late_rank(members, call));
  if (watch.idle_for(late) <= timeout_) return;
  const auto waits_too = [&](int64_t other) {
    const Call theirs = watch.state(other).call;
    return theirs.group == call.group && theirs.number == call.number;
  };
  if (device_.is_cuda() && std::ranges::all_of(members, waits_too))
    throw Error(parts_->watch->spread(
        Fault(nccl_failed, {{"reason", "all ranks have waited for " + call.what + " for " +
                                           std::to_string(timeout_.count()) + " s"}})));
  throw Error(parts_->watch->spread(late_rank(late, parts_->watch->state(late), timeout_.count())));
}

std::vector<std::string> Ranks::gather(const std::string& text) {
  return parts_->all->gather(text);
}

void Ranks::exchange(torch::Tensor received, std::span<const int64_t> received_counts,
                     const torch::Tensor& sent, std::span<const int64_t> sent_counts) {
  parts_->all->exchange(std::move(received), received_counts, sent, sent_counts);
}

std::function<void()> Ranks::begin_exchange(torch::Tensor received, std::span<const int64_t> received_counts,
                                            const torch::Tensor& sent, std::span<const int64_t> sent_counts) {
  std::function<void()> wait =
      parts_->all->begin_exchange(std::move(received), received_counts, sent, sent_counts);
  if (parts_->dry_run_traffic && size > 1) parts_->dry_run_traffic->calls.back().is_beside_computing = true;
  return wait;
}

torch::Tensor Ranks::all_gather(const torch::Tensor& part) {
  return parts_->all->all_gather(part);
}

std::shared_ptr<Group> Ranks::group(const std::string& name, std::vector<int64_t> members) {
  const std::string unique = "group " + std::to_string(groups_++) + " " + name;
  std::shared_ptr<Connection> way;
  if (members.size() > 1) way = connection(unique, members);
  return std::make_shared<Group>(*this, unique, std::move(members), std::move(way));
}

void Ranks::broadcast(torch::Tensor tensor, int64_t from) {
  parts_->all->broadcast(std::move(tensor), from);
}

void Ranks::on_first(const std::function<void()>& work) {
  parts_->all->on_first(work);
}

void Ranks::together(const std::function<void()>& work) {
  settle();
  std::exception_ptr failure;
  std::optional<Fault> fault;
  const auto attempt = [&] {
    try {
      work();
    } catch (const Cancelled&) {
      throw;
    } catch (const Error& error) {
      failure = std::current_exception();
      fault = error.fault();
    } catch (const std::exception& error) {
      failure = std::current_exception();
      Fault untold;
      untold.text = text_of(error);
      fault = failed_rank(rank, phase_, untold);
    }
  };
  {
    const LongWork at_work(*this);
    attempt();
  }
  const std::vector<std::string> faults = gather(
      fault ? nlohmann::json(*fault).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) : "");
  if (failure) std::rethrow_exception(failure);
  for (const std::string& other : faults)
    if (!other.empty()) throw Error(nlohmann::json::parse(other).get<Fault>());
}

void Ranks::set_phase(const std::string& phase) {
  phase_ = phase;
  if (parts_->watch) parts_->watch->set_phase(phase);
}

std::optional<Fault> Ranks::failure() const {
  const auto fault = parts_->watch ? parts_->watch->fault() : std::nullopt;
  return fault && fault->code == rank_cancelled.code ? std::nullopt : fault;
}

Fault Ranks::report(const Fault& fault) {
  if (const auto first = failure()) return *first;
  return spread(failed_rank(rank, phase_, fault));
}

void Ranks::cancel() {
  spread(Fault(rank_cancelled, {{"rank", rank}}));
}

Fault Ranks::spread(const Fault& fault) {
  parts_->communicators.abort();
  const Fault first = parts_->watch->spread(fault);
  // Rank 0 may host the store: let the others read the fault first.
  if (rank == 0) std::this_thread::sleep_for(3 * Watch::interval);
  return first;
}

void Ranks::ask_to_end() {
  parts_->watch->ask_to_end();
}

bool Ranks::asked_to_end() const {
  return parts_->watch->asked_to_end();
}

void Ranks::leave() {
  gather("");
  end_communicators();
  parts_->watch->end();
  gather("");  // after this, nobody uses the store
  parts_->when_failed.reset();
  parts_->when_stopped.reset();
  parts_->watch.reset();
  parts_->all.reset();
  parts_->communicators.clear();
}

LongWork::LongWork(Ranks& ranks) : ranks_(ranks) {
  if (ranks_.parts_->watch) ranks_.parts_->watch->begin_work();
}

LongWork::~LongWork() {
  if (ranks_.parts_->watch) ranks_.parts_->watch->end_work();
}

}  // namespace fw::distributed
