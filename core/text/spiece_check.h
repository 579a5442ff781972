// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace fw::text {

/// Reports a problem of a SentencePiece model that the library would not detect: it reads its normaliser's
/// table without bounds checks. Empty if there is none. Thread: any. Cost: O(size)
std::string problem_of_spiece(std::string_view model);

}  // namespace fw::text
