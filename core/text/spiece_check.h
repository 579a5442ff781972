// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace fw::text {

/// What is wrong with a SentencePiece model that the library would not see: it follows the table of its
/// normaliser without a look at its bounds. Empty when nothing is. Thread: any. Cost: O(size)
std::string problem_of_spiece(std::string_view model);

}  // namespace fw::text
