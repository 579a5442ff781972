// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/csrc/distributed/c10d/Backend.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

/// A rank of a world that is not there: for plans, on the meta device.
namespace fw::distributed {

/// A collective call of one rank: how many elements go to each rank of its group and come from it, its own
/// share included.
struct RehearsedCall {
  std::string_view name;
  int64_t rank = 0;  ///< the one that makes it, in its group
  int64_t element_bytes = 0;
  std::vector<int64_t> sent, received;  ///< by rank
  int64_t stride = 1;                   ///< how far apart in the world the ranks of its group are
  bool is_beside_computing = false;     ///< the rank goes on with its backward pass meanwhile
};

/// What one rank would exchange with the others.
struct Traffic {
  std::vector<RehearsedCall> calls;  ///< of tensors
  /// Over the links: without what a rank keeps. A call of `all_gather` or `broadcast` sends a part to each
  /// other rank.
  int64_t sent_bytes() const;
  int64_t received_bytes() const;
};

/// Exchanges nothing: checks that the shapes of each call fit its counts, and notes it in `traffic`, which
/// must outlive the backend. What comes from the others is as this rank's own where it is read (texts and
/// other tensors of the CPU), and without values on the meta device. @param stride  see RehearsedCall
c10::intrusive_ptr<c10d::Backend> make_rehearsal(int64_t rank, int64_t size, Traffic& traffic,
                                                 int64_t stride = 1);

}  // namespace fw::distributed
