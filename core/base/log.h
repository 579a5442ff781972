// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <spdlog/spdlog.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

/// Logging by spdlog. Use spdlog::info("…", args) and its sisters anywhere after start(): there is one logger
/// for window, command line and engine, because all of them link the one libframewright-core.
namespace fw::log {

/// What a fault in the log is about.
struct About {
  std::string_view text{};  ///< a literal that stands in front of it: FW_TEXT("log", "Job {job}: ")
  int64_t job = 0;
};

struct Line {
  int64_t time_ms;  ///< since the Unix epoch
  spdlog::level::level_enum level;
  std::string text;              ///< in English, as the file has it
  std::optional<Fault> fault{};  ///< that `text` says: a window may say it in another language
  About about{};
};

enum class Console { off, warnings, info };

/// Sets up the logger: console on standard error, and a rotating file (3 of 5 MiB)
/// state_folder()/framewright.log. A file that cannot be opened is a warning on the console, not a failure.
/// Call once at start. Thread: main.
void start(Console console);

/// Says a fault, and its code in brackets.
void fault(spdlog::level::level_enum level, const Fault& fault, const About& about = {});

/// Receives every line from now on, on the thread that logged it: must be quick and must not log.
/// @return what remove_listener takes. Thread: any.
int add_listener(std::function<void(const Line&)> listener);
/// After its return the listener is not running and will not be called again. Thread: any but a listener.
void remove_listener(int id);

}  // namespace fw::log
