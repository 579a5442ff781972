// SPDX-License-Identifier: Apache-2.0
#include <c10/core/impl/VirtualGuardImpl.h>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#include <algorithm>
#include <future>
#include <utility>

#include "base/atomic_file.h"
#include "cuda/part.h"
#include "distributed/backend.h"
#include "distributed/dry_run_backend.h"
#include "distributed/rank_faults.h"
#include "distributed/ranks_parts.h"
#include "launch/memory_nodes.h"
#include "tensor/libtorch.h"

/// Exchange of tensors by NCCL: the device's streams wait for them, and a separate thread detects problems
/// that no host call would notice.
namespace fw::distributed {

namespace {

using Clock = Watch::Clock;

/// The wait in which all idle ranks meet.
const Call end_of_exchanges{"all", 0, "the end of the exchanges"};
/// How many consecutive checks must find a rank gone: after all processes were paused together, each one sees
/// the others as silent at first.
constexpr int glances_until_gone = 10;

}  // namespace

void Ranks::connect(torch::Device device, std::chrono::seconds timeout, Checks checks) {
  timeout_ = timeout;
  if (parts_->watch) parts_->watch->set_timeout(timeout);
  device_ = device.is_cuda() ? device : torch::kCPU;
  checks_ = checks;
  kill_point("ranks.connect");
  if (!device_.is_cuda()) return;
  // Guards and events restore the thread's current GPU: by default the first one, which they would
  // initialise.
  c10::impl::VirtualGuardImpl(torch::kCUDA).setDevice(device_);
  // Before any memory is page-locked.
  cuda::CardProperties card;
  if (cuda::loaded_part().properties(device_.index(), card)) launch::stay_on(launch::near_cpus(card.bus_id));
  Connection& all = *connection("all", everybody(size));
  or_fail([&] {
    all.tensors = cuda::loaded_part().make_nccl(
        c10::make_intrusive<c10d::PrefixStore>("tensors", parts_->store), rank, size);
  });
  parts_->watching_over = std::jthread([this](const std::stop_token& stop) { watch_over(stop); });
  use(everybody(size), all);
}

std::shared_ptr<Connection> Ranks::connection(const std::string& name, const Members& members) {
  return parts_->communicators.of(members, [&] {
    const auto own = std::ranges::find(members, rank) - members.begin();
    const auto count = std::ssize(members);
    auto made = std::make_shared<Connection>();
    if (parts_->dry_run_traffic) {
      made->words = made->tensors =
          make_dry_run_backend(own, count, *parts_->dry_run_traffic, count > 1 ? members[1] - members[0] : 1);
      return made;
    }
    or_fail([&] {
      const auto store = c10::make_intrusive<c10d::PrefixStore>(name, parts_->store);
      made->words = made->tensors =
          make_gloo(c10::make_intrusive<c10d::PrefixStore>("words", store), own, count, one_machine_);
      if (device_.is_cuda())
        made->tensors = cuda::loaded_part().make_nccl(
            c10::make_intrusive<c10d::PrefixStore>("tensors", store), own, count);
    });
    return made;
  });
}

std::function<void()> Ranks::begin_tensors(const Members& members, const Call& call, Connection& connection,
                                           const Start& start) {
  use(members, connection);
  if (!connection.is_on_device()) return begin(members, call, start);
  check();
  kill_point("ranks.call");
  c10::intrusive_ptr<c10d::Work> work;
  {
    const InCall in_call(parts_->watch, call);
    or_fail([&] { work = start(); });
  }
  return [this, &connection, work] {
    check();
    or_fail([&] {
      work->wait();  // makes the current stream wait, not the host
      connection.note_exchange(device_);
    });
  };
}

/// Creates NCCL's communicator at the first use.
void Ranks::use(const Members& members, Connection& connection) {
  if (std::exchange(connection.is_used, true) || !connection.is_on_device()) return;
  wait_beside(
      members, {"communicators", ++communicators_, "the making of an NCCL communicator"},
      [backend = connection.tensors, device = device_] { backend->eagerConnectSingleDevice(device); });
}

void Ranks::end_communicators() {
  if (!device_.is_cuda()) return;
  wait_beside(everybody(size), {"communicators", 0, "the end of NCCL's communicators"},
              [communicators = &parts_->communicators] { communicators->shut_down(); });
  parts_->watching_over = {};
}

/// NCCL's wait for a missing rank cannot be ended, so it runs on a separate thread, which is abandoned after
/// a fault.
void Ranks::wait_beside(const Members& members, const Call& call, std::function<void()> work) {
  std::packaged_task<void()> task(std::move(work));
  std::future<void> done = task.get_future();
  std::thread(std::move(task)).detach();
  or_fail([&] {
    wait_until(members, call,
               [&] { return done.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
    done.get();
  });
}

void Ranks::settle() {
  if (!device_.is_cuda()) return;
  or_fail([&] {
    wait_until(everybody(size), end_of_exchanges, [&] { return parts_->communicators.are_idle(); });
  });
  check();
}

std::vector<int64_t> Ranks::communicator_sizes() const {
  return parts_->communicators.used_sizes();
}

/// The computing thread may be waiting for a device that waits for another rank, and then notices nothing.
void Ranks::watch_over(const std::stop_token& stop) {
  Watch& watch = *parts_->watch;
  uint64_t seen = 0;
  auto since = Clock::now();
  int glances = 0;
  while (!stop.stop_requested() && !watch.fault()) {
    const auto gone = watch.gone_rank();
    glances = gone ? glances + 1 : 0;
    if (glances >= glances_until_gone) watch.spread(lost_rank(*gone, watch.state(*gone)));
    try {
      const uint64_t exchanges = parts_->communicators.exchanges();
      if (std::exchange(seen, exchanges) != exchanges || parts_->communicators.are_idle())
        since = Clock::now();
      if (Clock::now() - since > timeout_) end_if_late(everybody(size), end_of_exchanges);
    } catch (const std::exception&) {
      return;  // the fault is spread; or the device failed, which the computing thread notices
    }
    std::this_thread::sleep_for(glance);
  }
}

}  // namespace fw::distributed
