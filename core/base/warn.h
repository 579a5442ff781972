// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace fw::log {

/// Logs a warning (base/log.h), for files that cannot include spdlog next to LibTorch's copy of its
/// formatting library. Thread: any.
void warn(const std::string& text);

}  // namespace fw::log
