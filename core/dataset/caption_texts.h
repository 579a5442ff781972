// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fw::dataset {

inline constexpr int64_t most_caption_versions = 64;
inline constexpr int64_t most_kept_tags = 100;

/// How captions become the texts that a run trains on. As created, a caption is its only text.
struct CaptionRules {
  std::string trigger{};            ///< the first word of every text; may be empty
  std::string prefix{};             ///< after the trigger word
  std::string suffix{};             ///< at the end
  bool shuffles_tags = false;       ///< the parts of a caption between separators
  double tag_dropout = 0;           ///< chance of each tag to be left out, from 0 to 1
  std::string tag_separator = ",";  ///< of captions that are lists of tags
  int64_t kept_tags = 1;            ///< the first ones stay where they are and are never left out
  bool has_choices = false;         ///< "{red|green} ball" is "red ball" or "green ball"
  int64_t versions = 8;             ///< texts of a caption with choices or tags: each is encoded
  bool varies_tags() const { return shuffles_tags || tag_dropout > 0; }
  bool operator==(const CaptionRules&) const = default;
};

/// The texts of a clip, each equally likely. A caption without choices and tags to vary
/// has one text; with choices alone, all combinations if there are no more than `versions`; otherwise
/// `versions` draws, fewer if no more differ. The draws depend only on the caption and the rules, so that
/// runs of any seed share their encodings. If the captions have different numbers of texts, those of the
/// shorter lists are repeated.
/// @param captions  of one clip; empty: as one empty caption
/// @return  at least one
/// Thread: any. Cost: O(bytes x versions).
std::vector<std::string> texts_of(std::span<const std::string> captions, const CaptionRules& rules);

/// A text with the place of the caption in it.
struct WholeText {
  std::string text;
  size_t caption_begin = 0;
  size_t caption_bytes = 0;
};
/// The longest text of a caption: every tag, and of each choice the longest.
WholeText longest_text(const std::string& caption, const CaptionRules& rules);

}  // namespace fw::dataset
