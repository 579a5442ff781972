// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"

namespace fw::project {

/// A filter for clips in the syntax that users type. Terms are separated by spaces, and all must match:
///   word, "two words"     in the file's path or the caption
///   name:word caption:word tag:word   only there; tag: the whole tag
///   origin:person|import|command|server
///   is:image|video|captioned|uncaptioned|proposed|long|tagged|untagged|cropped|variable|hdr|sound|damaged
///   is:measured|dark|black|frozen|letterboxed|blurred|similar|duplicate, from the measurements
///   is:cuttable           at a scene cut
///   bucket:49x480x720     chosen for the clip by a person
///   width height frames fps seconds chars id, and of the measurements brightness black frozen freeze motion
///   bars sharpness similar, followed by : = < <= > >= and a number, or by : and a range, fps:23..25;
///   measurements: see media::QualityFigures
/// OR, AND and NOT are rejected. A minus before a term negates it. Comparison ignores the case of A to Z.
class ClipFilter {
 public:
  /// All clips.
  ClipFilter() = default;
  /// @return the filter, or the errors in the text
  static std::variant<ClipFilter, std::vector<Fault>> parse(std::string_view text);

  /// Exactly these clips, any number of them.
  static ClipFilter of(std::span<const int64_t> ids);

  /// The clips that match both filters.
  ClipFilter both(const ClipFilter& other) const;

  /// SQL condition over the tables that clips.cpp joins, using the function of text_search.h; "1" for all
  /// clips.
  const std::string& sql() const { return sql_; }
  /// Values of its parameters, in order: text or number.
  const std::vector<std::variant<std::string, double>>& values() const { return values_; }
  bool operator==(const ClipFilter&) const = default;

 private:
  std::string sql_ = "1";
  std::vector<std::variant<std::string, double>> values_;
};

}  // namespace fw::project
