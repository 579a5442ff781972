// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "base/error.h"

namespace fw::project {

/// A search text and its replacement: plain text, or a Perl-compatible regular expression with $1, \1 or
/// ${name} in the replacement. Thread: any; each object one at a time.
class TextPattern {
 public:
  enum class Kind { plain, regular_expression };
  enum class Case { match, ignore };

  /// @return the pattern, or the error in it
  static std::variant<TextPattern, Fault> make(std::string_view search, std::string_view replacement,
                                               Kind kind, Case letter_case);
  TextPattern(TextPattern&&) noexcept;
  TextPattern& operator=(TextPattern&&) noexcept;
  ~TextPattern();

  struct Result {
    std::string text;
    int64_t replacements = 0;
  };
  /// Replaces all occurrences. Work per text is bounded, so that no expression can hang the program.
  /// @throws fw::Error project.pattern_too_hard, project.bad_replacement. Cost: linear for plain text.
  Result replace(std::string_view text) const;

 private:
  struct State;
  explicit TextPattern(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fw::project
