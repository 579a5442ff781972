// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <spdlog/spdlog.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

/// Logging with spdlog. After start(), use spdlog::info("…", args) and its siblings anywhere: window, command
/// line and engine share one logger, because all of them link the same libframewright-core.
namespace fw::log {

/// The subject of a logged fault.
struct About {
  std::string_view text{};  ///< a literal prefix: FW_TEXT("log", "Job {job}: ")
  int64_t job = 0;
};

struct Line {
  int64_t time_ms;  ///< since the Unix epoch
  spdlog::level::level_enum level;
  std::string text;              ///< in English, as in the file
  std::optional<Fault> fault{};  ///< the fault in `text`, which a window may translate
  About about{};
};

enum class Console { off, warnings, info };

/// Sets up the logger: console on standard error, and a rotating file (3 of 5 MiB)
/// state_folder()/framewright.log. A file that cannot be opened causes only a warning on the console. Call
/// once at start. Thread: main.
void start(Console console);

/// Logs a fault with its code in brackets.
void fault(spdlog::level::level_enum level, const Fault& fault, const About& about = {});

/// Calls the listener for every later line, on the thread that logs it: must be quick and must not log.
/// @return the argument for remove_listener. Thread: any.
int add_listener(std::function<void(const Line&)> listener);
/// Once this returns, the listener is not running and will not be called again. Thread: any but a listener.
void remove_listener(int id);

}  // namespace fw::log
