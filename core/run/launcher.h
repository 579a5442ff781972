// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fw::run {

/// What a launch script says before the Python file: `accelerate launch --gpu_ids 0,1 …`, `torchrun …`.
struct Launcher {
  std::string words;                 ///< as they stand there; empty: plain python
  std::optional<int64_t> processes;  ///< that train together; nothing: the script does not say
  std::string mixed_precision;       ///< for a script that does not say it itself; empty: not said
  /// Flags, without the dashes, and their values that may change what is learned.
  std::vector<std::pair<std::string, std::string>> others;
};

/// Understands accelerate, torchrun (and python -m torch.distributed.…) and deepspeed.
/// @param words            of the command, up to the Python file
/// @param visible_devices  the script's CUDA_VISIBLE_DEVICES; empty: not set
/// Never fails. Thread: any.
Launcher read_launcher(std::span<const std::string> words, std::string visible_devices);

}  // namespace fw::run
