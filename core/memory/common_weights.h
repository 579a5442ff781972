// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <string>

#include "distributed/ranks.h"

namespace fw::memory {

/// Opens a file for reading and writing if it is a regular file that begins with `mark`. Does not write to
/// any other file, and does not read from files that are not regular.
/// @return the descriptor, which the caller must close; -1 for other files or if it cannot be opened
int open_marked_file(const std::string& path, const std::string& mark);

/// Memory shared by the processes of a machine, for weights that all of them only read.
struct CommonWeights {
  torch::Tensor bytes;  ///< [n] uint8, page-locked for a GPU; undefined if there is no shared memory
  std::shared_ptr<distributed::Group> machine{};  ///< the processes that share it

  /// Collective over all ranks, with the same number of bytes on each. Creates no memory if a process is
  /// alone on its machine, if memory is short, or if a process cannot open the memory of another one
  /// (containers). The memory is freed when the last process that uses it ends, even if it crashes.
  static CommonWeights create(distributed::Ranks& ranks, int64_t bytes, torch::Device device);
  /// True if this process fills the n-th piece.
  bool fills(size_t n) const { return static_cast<int64_t>(n) % machine->size() == machine->rank(); }
  /// Collective over the machine's processes. Returns when all pieces are filled.
  void wait_for_all() const { machine->gather(""); }
};

}  // namespace fw::memory
