// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/csrc/distributed/c10d/Backend.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

/// Simulates one rank of a world, for plans on the meta device.
namespace fw::distributed {

/// A collective call of one rank: how many elements it sends to and receives from each rank of its group,
/// including itself.
struct DryRunCall {
  std::string_view name;
  int64_t rank = 0;  ///< of the caller, in its group
  int64_t element_bytes = 0;
  std::vector<int64_t> sent, received;  ///< by rank
  int64_t stride = 1;                   ///< distance in the world between the ranks of its group
  bool is_beside_computing = false;     ///< overlapped with the backward pass
};

/// The data that one rank would exchange with the others.
struct Traffic {
  std::vector<DryRunCall> calls;  ///< of tensors
  /// Bytes over the links, without what a rank keeps. `all_gather` and `broadcast` send a part to each other
  /// rank.
  int64_t sent_bytes() const;
  int64_t received_bytes() const;
};

/// Exchanges nothing: checks that the shapes of each call match its counts, and records it in `traffic`,
/// which must outlive the backend. Data from the other ranks equals this rank's where it is read (texts and
/// other CPU tensors); meta tensors get no values. @param stride  see DryRunCall
c10::intrusive_ptr<c10d::Backend> make_dry_run_backend(int64_t rank, int64_t size, Traffic& traffic,
                                                       int64_t stride = 1);

}  // namespace fw::distributed
