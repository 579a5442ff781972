// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fw::run {

/// The part of a launch command before the Python file: `accelerate launch --gpu_ids 0,1 …`, `torchrun …`.
struct Launcher {
  std::string words;                 ///< verbatim; empty: plain python
  std::optional<int64_t> processes;  ///< that train together; nullopt: unknown
  std::string mixed_precision;       ///< default for scripts that do not set it; empty: not set
  /// Flags, without dashes, and their values that may affect training results.
  std::vector<std::pair<std::string, std::string>> others;
};

/// Understands accelerate, torchrun (and python -m torch.distributed.…) and deepspeed.
/// @param words            of the command, up to the Python file
/// @param visible_devices  the script's CUDA_VISIBLE_DEVICES; empty: not set
/// Never fails. Thread: any.
Launcher read_launcher(std::span<const std::string> words, std::string visible_devices);

}  // namespace fw::run
