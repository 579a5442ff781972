// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fw::project {

/// A piece that is in both texts, or only in the first or the second.
struct DiffPart {
  enum class Kind { same, removed, added };
  Kind kind = Kind::same;
  std::string text{};
  bool operator==(const DiffPart&) const = default;
};

/// Diffs two texts: the parts that are not `added` form `before`, those that are not `removed` form `after`.
/// Compares whole words; in scripts without spaces, characters. Thread: any. Cost: O(words x words) of the
/// part that differs; a part beyond a few thousand words each is reported as a whole.
std::vector<DiffPart> diff_words(std::string_view before, std::string_view after);

}  // namespace fw::project
