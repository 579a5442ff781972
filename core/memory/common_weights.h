// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch/types.h>

#include <cstdint>
#include <memory>

#include "distributed/ranks.h"

namespace fw::memory {

/// Memory that the processes of one machine have in common, for weights that they all only read.
struct CommonWeights {
  torch::Tensor bytes;  ///< [n] uint8, page-locked for a GPU; undefined: there is none
  std::shared_ptr<distributed::Group> machine{};  ///< whose processes these are

  /// Together with all ranks, as many bytes on each. None where a process is alone on its machine, where the
  /// machine does not have them, or where one process may not open what another has made (containers).
  /// It is gone with the last process that uses it, however that ends.
  static CommonWeights create(distributed::Ranks& ranks, int64_t bytes, torch::Device device);
  /// Which of the processes fills the n-th piece.
  bool fills(size_t n) const { return static_cast<int64_t>(n) % machine->size() == machine->rank(); }
  /// Together with the machine's processes: all pieces are filled.
  void wait_for_all() const { machine->gather(""); }
};

}  // namespace fw::memory
