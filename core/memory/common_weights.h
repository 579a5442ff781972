// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <memory>
#include <string>

#include "distributed/ranks.h"

namespace fw::memory {

/// Opens a file for reading and writing if it is a regular file that begins with `mark`. Nothing else is
/// written to, or read from unless it is a regular file.
/// @return the descriptor, which the caller closes; -1: it is another file, or it cannot be opened
int open_marked_file(const std::string& path, const std::string& mark);

/// Memory that the processes of one machine have in common, for weights that they all only read.
struct CommonWeights {
  torch::Tensor bytes;  ///< [n] uint8, page-locked for a GPU; undefined: there is none
  std::shared_ptr<distributed::Group> machine{};  ///< whose processes these are

  /// Together with all ranks, as many bytes on each. None where a process is alone on its machine, where the
  /// machine does not have them, or where one process cannot open what another has made (containers).
  /// It is gone with the last process that uses it, however that ends.
  static CommonWeights create(distributed::Ranks& ranks, int64_t bytes, torch::Device device);
  /// Which of the processes fills the n-th piece.
  bool fills(size_t n) const { return static_cast<int64_t>(n) % machine->size() == machine->rank(); }
  /// Together with the machine's processes: all pieces are filled.
  void wait_for_all() const { machine->gather(""); }
};

}  // namespace fw::memory
