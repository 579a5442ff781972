// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jobs/engine_library.h"

namespace fw::jobs {

/// Shown by `framewright-cli info` and the window's status bar.
struct SystemInfo {
  std::string version;                ///< of the program
  std::optional<std::string> ffmpeg;  ///< nullopt: not in this build
  std::filesystem::path cache_folder;
  std::filesystem::path log_file;
  std::vector<Fault> advice;  ///< what to do about a missing or old driver
  std::optional<EngineInfo> engine;
  std::optional<Fault> engine_fault;  ///< why there is no engine
};
void describe(auto& fields, SystemInfo& info) {
  fields("version", info.version);
  fields("ffmpeg", info.ffmpeg);
  fields("cache_folder", info.cache_folder);
  fields("log_file", info.log_file);
  fields("advice", info.advice);
  fields("engine", info.engine);
  fields("engine_fault", info.engine_fault);
}

/// Opens the engine. Cost: up to a few seconds. Thread: any but the window's.
SystemInfo system_info(std::string_view program_version);

/// With an engine that is already open.
SystemInfo system_info(std::string_view program_version, EngineLibrary& engine);

/// Advice on a missing or old driver; empty if it is fine.
std::vector<Fault> driver_advice(const EngineInfo& engine);

}  // namespace fw::jobs
