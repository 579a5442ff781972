// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <regex>

namespace fw {

/// Syntax of regular expressions in untrusted files: ECMAScript without back references, so that matching
/// takes polynomial time and constant stack for any expression.
inline constexpr auto shared_pattern = std::regex::ECMAScript | std::regex_constants::__polynomial;

}  // namespace fw
