// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "interchange/shell_script.h"

namespace fw::interchange {

/// A launch script of another trainer converted to a run file.
struct ImportedFlags {
  std::string toml;
  std::vector<Fault> unmapped;  ///< one for each flag without a setting, with advice
};

/// Launch scripts have a few KiB.
inline constexpr size_t largest_script = 1 << 20;

/// Returns the content of a file named in a script; nullopt if it does not exist.
using NamedFile = std::function<std::optional<std::string>(const std::string& name)>;

/// Reads a launch script of finetrainers or CogVideoX-Factory: the flags of its first training command, and
/// additional values from a configuration file of accelerate or DeepSpeed. Flags that are not given get that
/// trainer's default if it differs from ours.
/// @throws fw::Error interchange.no_training_command if the script starts no Python program with flags
/// Thread: any.
ImportedFlags import_flags(std::string_view script, std::string_view file_name,
                           const NamedFile& named_file = {}, const LoopSteps& loop_steps = {});

}  // namespace fw::interchange
