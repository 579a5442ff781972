// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <regex>

namespace fw {

/// The syntax of regular expressions in files that people send one another: ECMAScript's without back
/// references, so that matching takes polynomial time and no stack, whatever the expression.
inline constexpr auto shared_pattern = std::regex::ECMAScript | std::regex_constants::__polynomial;

}  // namespace fw
