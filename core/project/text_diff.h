// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fw::project {

/// A piece of two texts that is in both, or in the first or the second one alone.
struct DiffPart {
  enum class Kind { same, removed, added };
  Kind kind = Kind::same;
  std::string text{};
  bool operator==(const DiffPart&) const = default;
};

/// What became of one text: all parts but the added ones make up `before`, all but the removed ones `after`.
/// Whole words differ; of scripts without spaces each character is a word. Thread: any. Cost: O(words of the
/// one x words of the other) of the part that differs, beyond a few thousand words each that part as a whole.
std::vector<DiffPart> diff_words(std::string_view before, std::string_view after);

}  // namespace fw::project
