// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "jobs/engine_library.h"

namespace fw::jobs {

/// What `framewright-cli info` prints and the window's status bar shows:
/// {"version", "engine": EngineLibrary::describe() or "engine_fault": Fault, "ffmpeg": version or null,
///  "cache_folder", "log_file", "advice": [Fault]}; advice says what to do about a missing or old driver.
/// Opens the engine. Cost: up to a few seconds. Thread: any but the window's.
nlohmann::json system_info(std::string_view program_version);

/// The same of an engine that is open already.
nlohmann::json system_info(std::string_view program_version, EngineLibrary& engine);

/// Advice on the driver of `description` (EngineLibrary::describe()): none, too old, or fine (nothing).
std::vector<Fault> driver_advice(const nlohmann::json& description);

}  // namespace fw::jobs
