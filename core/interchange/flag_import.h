// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace fw::interchange {

/// A launch script of another trainer as a run file.
struct ImportedFlags {
  std::string toml;
  std::vector<Fault> unmapped;  ///< one for each flag that has no setting here, with what to do instead
};

/// Launch scripts have a few KiB.
inline constexpr size_t largest_script = 1 << 20;

/// Gives the content of a file that a script names as it stands there; nothing where there is none.
using NamedFile = std::function<std::optional<std::string>(const std::string& name)>;

/// Reads a launch script of finetrainers or CogVideoX-Factory: the flags of its first training command, and
/// what a configuration file of accelerate or DeepSpeed says beside them.
/// A flag that the script leaves out gets that trainer's default where it differs from the one here.
/// @throws fw::Error interchange.no_training_command when the script starts no Python program with flags
/// Thread: any.
ImportedFlags import_flags(std::string_view script, std::string_view file_name,
                           const NamedFile& named_file = {});

}  // namespace fw::interchange
