// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/csrc/distributed/c10d/Backend.hpp>

namespace fw::distributed {

/// Collective operations over the network for CPU tensors.
/// @param store  of this group only; all its ranks create it at the same time
c10::intrusive_ptr<c10d::Backend> make_gloo(const c10::intrusive_ptr<c10d::Store>& store, int64_t rank,
                                            int64_t size, bool one_machine);

}  // namespace fw::distributed
