// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "launch/mesh_shape.h"

namespace fw::planner {

/// GPU memory that a process's NCCL communicators take for their receive buffers. Estimated, not measured. By
/// the defaults in the source of NCCL 2.28 a connection keeps 9.2 MiB: 4 for large messages (NCCL_BUFFSIZE),
/// and 4.7 and 0.5 for the protocols LL128 and LL. The estimate assumes 16 channels with one connection each,
/// and two more connections for each other rank of a machine with eight GPUs. NCCL uses fewer channels for
/// GPUs connected by PCI Express, and up to 32 at most.
/// @param sizes  number of ranks of each communicator
int64_t communicator_bytes(const std::vector<int64_t>& sizes);

/// Sizes of the communicators for a mesh. Groups with the same members share one.
std::vector<int64_t> communicator_sizes(const launch::MeshShape& mesh);

}  // namespace fw::planner
