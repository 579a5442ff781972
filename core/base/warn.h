// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace fw::log {

/// A warning in the program's log (base/log.h), for files that cannot include spdlog beside LibTorch's copy of
/// its formatting library. Thread: any.
void warn(const std::string& text);

}  // namespace fw::log
