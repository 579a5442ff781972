// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace fw::pretend_gpu {

using Actor = size_t;  ///< 0 is the host, others are streams

/// A vector clock: how far each actor had got at some point. Source: Lamport 1978; Mattern 1988.
class Clock {
 public:
  uint64_t of(Actor actor) const { return actor < at_.size() ? at_[actor] : 0; }
  void tick(Actor actor) {
    if (actor >= at_.size()) at_.resize(actor + 1);
    ++at_[actor];
  }
  void join(const Clock& other) {
    at_.resize(std::max(at_.size(), other.at_.size()));
    for (size_t i = 0; i < other.at_.size(); ++i) at_[i] = std::max(at_[i], other.at_[i]);
  }

 private:
  std::vector<uint64_t> at_;
};

}  // namespace fw::pretend_gpu
