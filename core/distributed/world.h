// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace fw::distributed {

class Ranks;

/// The processes that train one run together, as one of them sees them. What a run computes does not depend
/// on their number: micro-batches are counted over all of them, and in each round of an update every process
/// computes one.
struct World {
  int64_t rank = 0;  ///< this process, 0 .. size - 1
  int64_t size = 1;
  std::shared_ptr<Ranks> ranks = nullptr;  ///< the way to the others; a process alone has none

  /// Whether this process writes what there is once: events, checkpoints, the result.
  bool writes() const { return rank == 0; }
  /// Rounds of an update of so many micro-batches.
  int64_t rounds(int64_t micro_batches) const { return (micro_batches + size - 1) / size; }
  /// How many processes compute in a round, the first ones: all but perhaps in the last round.
  int64_t computing(int64_t micro_batches, int64_t round) const;
  /// The run's position of this process's next micro-batch. @param position  of the next one of all
  int64_t own_position(int64_t position) const { return position + rank; }
  /// Rank 0 does `work`, and the others wait until it is done. @throws as Ranks::on_first
  void on_first(const std::function<void()>& work) const;
  /// Each does `work`, and all throw where one cannot. @throws as Ranks::together
  void together(const std::function<void()>& work) const;
  /// Rank 0's value, which the others wait for.
  bool of_first(bool value) const;
  /// Every rank's text, by rank. @throws as Ranks::gather
  std::vector<std::string> gather(const std::string& text) const;
  /// What has ended the work of all; nothing as long as all is well. Thread: any.
  std::optional<Fault> failure() const;
};

}  // namespace fw::distributed
