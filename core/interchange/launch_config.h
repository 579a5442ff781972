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

/// Training-related values of a launcher's configuration file: accelerate's, with its DeepSpeed section, or
/// one of DeepSpeed itself.
struct LaunchConfig {
  std::optional<int64_t> processes;
  /// As flags of finetrainers with their values.
  std::vector<std::pair<std::string, std::string>> flags;
  std::map<std::string, int64_t> settings;  ///< without a corresponding flag of finetrainers
  /// Keys and values that may affect training results and have no setting here.
  std::vector<std::pair<std::string, std::string>> others;
  std::string problem;  ///< why nothing could be read; empty: it was
};

/// Reads JSON or YAML (yaml.h). Never fails. Thread: any.
LaunchConfig read_launch_config(std::string_view text);

/// The configuration file named in a launch script, relative to the folder the script is started in: the
/// script's own or one above it. nullopt if it does not exist. @throws fw::Error base.read_failed,
/// base.file_too_large
std::optional<std::string> read_named(const std::filesystem::path& script, const std::string& name);

}  // namespace fw::interchange
