// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "distributed/communicators.h"
#include "distributed/group.h"
#include "distributed/ranks.h"
#include "distributed/watch.h"

/// Shared by ranks.cpp and ranks_on_device.cpp.
namespace fw::distributed {

inline constexpr std::chrono::milliseconds glance{100};

std::vector<int64_t> everybody(int64_t size);

/// Shows the other ranks which call this rank is waiting in.
class InCall {
 public:
  InCall(std::optional<Watch>& watch, const Call& call) : watch_(watch) {
    if (watch_) watch_->begin_call(call);
  }
  ~InCall() {
    if (watch_) watch_->end_call();
  }
  InCall(const InCall&) = delete;

 private:
  std::optional<Watch>& watch_;
};

struct Ranks::Parts {
  c10::intrusive_ptr<c10d::Store> store;
  std::optional<Watch> watch;          ///< none in a simulation
  Traffic* dry_run_traffic = nullptr;  ///< only in a simulation
  Communicators communicators;
  std::optional<Group> all;
  std::optional<std::stop_callback<std::function<void()>>> when_stopped, when_failed;
  std::jthread watching_over;
};

}  // namespace fw::distributed
