// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/csrc/distributed/c10d/Backend.hpp>

#include <string>

namespace fw::distributed {

/// Collective operations over the network for CPU tensors.
/// @param store  of this group alone; all its ranks make it at the same time
c10::intrusive_ptr<c10d::Backend> make_gloo(const c10::intrusive_ptr<c10d::Store>& store, int64_t rank,
                                            int64_t size, bool one_machine);
/// The same for tensors of this process's GPU; nothing in a build without CUDA.
c10::intrusive_ptr<c10d::Backend> make_nccl(const c10::intrusive_ptr<c10d::Store>& store, int64_t rank,
                                            int64_t size);
/// As recent_calls().
std::string recent_nccl_calls();

}  // namespace fw::distributed
