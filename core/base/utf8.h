// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace fw {

/// True if the bytes are well-formed UTF-8 (no overlong forms, no surrogates). Thread: any. Cost: O(size).
bool is_utf8(std::string_view text);

}  // namespace fw
