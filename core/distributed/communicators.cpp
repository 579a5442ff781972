// SPDX-License-Identifier: Apache-2.0
#include "distributed/communicators.h"

#include <c10/core/impl/VirtualGuardImpl.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <thread>

namespace fw::distributed {

void Connection::note_exchange(c10::Device device) {
  const std::lock_guard lock(mutex_);
  if (!behind_) behind_.emplace(device.type());
  behind_->record(c10::impl::VirtualGuardImpl(device.type()).getStream(device));
  ++exchanges_;
}

bool Connection::is_idle() const {
  const std::lock_guard lock(mutex_);
  return !behind_ || behind_->query();
}

uint64_t Connection::exchanges() const {
  const std::lock_guard lock(mutex_);
  return exchanges_;
}

std::vector<Communicators::Entry> Communicators::all() const {
  const std::lock_guard lock(mutex_);
  return entries_;
}

Communicators::Made Communicators::of(const std::vector<int64_t>& members,
                                      const std::function<Made()>& make) {
  for (const Entry& each : all())
    if (each.members == members) return each.connection;
  Made made = make();
  const std::lock_guard lock(mutex_);
  return entries_.emplace_back(Entry{members, std::move(made)}).connection;
}

std::vector<int64_t> Communicators::used_sizes() const {
  std::vector<int64_t> sizes;
  for (const Entry& each : all())
    if (each.connection->is_used) sizes.push_back(std::ssize(each.members));
  return sizes;
}

bool Communicators::are_idle() const {
  return std::ranges::all_of(all(), [](const Entry& each) { return each.connection->is_idle(); });
}

uint64_t Communicators::exchanges() const {
  uint64_t sum = 0;
  for (const Entry& each : all()) sum += each.connection->exchanges();
  return sum;
}

void Communicators::abort() {
  std::call_once(aborted_, [this] {
    std::vector<c10::intrusive_ptr<c10d::Backend>> backends;
    for (const Entry& each : all())
      if (each.connection->is_on_device()) backends.push_back(each.connection->tensors);
    if (backends.empty()) return;
    // On a separate thread: a failed driver may never answer.
    std::packaged_task<void()> task([backends] {
      for (const auto& each : backends) each->abort();
    });
    const std::future<void> done = task.get_future();
    std::thread(std::move(task)).detach();
    done.wait_for(std::chrono::seconds(10));
  });
}

void Communicators::shut_down() {
  for (const Entry& each : all())
    if (each.connection->is_on_device()) each.connection->tensors->shutdown();
}

}  // namespace fw::distributed
