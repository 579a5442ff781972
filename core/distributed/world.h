// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace fw::distributed {

/// The processes that train one run together, as one of them sees them: one so far. What a run computes does
/// not depend on their number: micro-batches are counted over all of them.
struct World {
  int64_t rank = 0;  ///< this process, 0 .. size - 1
  int64_t size = 1;

  /// Whether this process writes what there is once: events, checkpoints, the result.
  bool writes() const { return rank == 0; }
  /// How many of an update's micro-batches are this process's. @pre a multiple of `size`
  int64_t share(int64_t micro_batches) const;
  /// The run's position of this process's next micro-batch. @param position  of the next one of all
  int64_t own_position(int64_t position) const;
};

}  // namespace fw::distributed
