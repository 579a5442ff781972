// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fw::interchange {

/// What the configuration file of a launcher says of a training: that of accelerate, with DeepSpeed's part in
/// it, or one of DeepSpeed itself.
struct LaunchConfig {
  std::optional<int64_t> processes;
  /// As the training command would say it: flags of finetrainers and their values.
  std::vector<std::pair<std::string, std::string>> flags;
  std::map<std::string, int64_t> settings;  ///< that no flag of finetrainers means
  /// Keys and their values that may change what is learned, and have no setting here.
  std::vector<std::pair<std::string, std::string>> others;
};

/// Reads JSON, and of YAML what accelerate writes: keys, values and what is indented below a key. What it
/// cannot read it leaves out. Never fails. Thread: any.
LaunchConfig read_launch_config(std::string_view text);

/// The configuration file that a launch script names, from the folder that it is started in: the script's own
/// or one above it. Nothing where there is none. @throws fw::Error base.read_failed, base.file_too_large
std::optional<std::string> read_named(const std::filesystem::path& script, const std::string& name);

}  // namespace fw::interchange
