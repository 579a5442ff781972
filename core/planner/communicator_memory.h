// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "launch/mesh_shape.h"

namespace fw::planner {

/// Memory that NCCL communicators take from a process's card: buffers to receive from other ranks.
/// Estimated, not measured on a GPU. A connection keeps 9.2 MiB by the defaults of NCCL 2.28's source: 4 for
/// large messages (NCCL_BUFFSIZE), 4.7 and 0.5 for its protocols LL128 and LL. Assumed are 16 channels, each
/// with a connection, and two more for each other rank of a machine of eight cards. NCCL takes fewer channels
/// where cards are joined by PCI Express, and up to 32.
/// @param sizes  how many ranks each communicator joins
int64_t communicator_bytes(const std::vector<int64_t>& sizes);

/// The communicators of processes that divide a clip this way: groups with the same members share one.
std::vector<int64_t> communicator_sizes(const launch::MeshShape& mesh);

}  // namespace fw::planner
