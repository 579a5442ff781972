// SPDX-License-Identifier: Apache-2.0
#include "run/toml.h"

#include <algorithm>

namespace fw::run {

namespace {

/// Finds where a document is nested too deeply, without recursion. Unreliable after a syntax error.
class DepthScan {
 public:
  explicit DepthScan(std::string_view text) : text_(text) {}

  std::optional<size_t> too_deep_at() {
    while (at_ < text_.size()) {
      const char letter = text_[at_];
      if (letter == '"' || letter == '\'') {
        skip_string(letter);
        continue;
      }
      if (letter == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        continue;
      }
      if (letter == '[' || letter == '{') ++open_;
      if (letter == ']' || letter == '}') --open_;
      if (letter == '.') ++points_;
      // Between these, dots separate the names of one key.
      if (std::string_view("[{,=\n").find(letter) != std::string_view::npos) points_ = 0;
      if (open_ + points_ > deepest_toml) return at_;
      ++at_;
    }
    return std::nullopt;
  }

 private:
  void skip_string(char quote) {
    const std::string fence(3, quote);
    const bool long_form = text_.substr(at_).starts_with(fence);
    const std::string_view end = long_form ? std::string_view(fence) : std::string_view(&quote, 1);
    at_ += end.size();
    while (at_ < text_.size() && !text_.substr(at_).starts_with(end)) {
      if (!long_form && text_[at_] == '\n') return;
      at_ += quote == '"' && text_[at_] == '\\' ? 2 : 1;
    }
    at_ = std::min(at_ + end.size(), text_.size());
    // Up to two quotes may come directly before the closing three.
    for (int i = 0; long_form && i < 2 && at_ < text_.size() && text_[at_] == quote; ++i) ++at_;
  }

  std::string_view text_;
  size_t at_ = 0;
  int open_ = 0;
  int points_ = 0;
};

toml::source_position position_of(std::string_view text, size_t at) {
  const std::string_view before = text.substr(0, at);
  const size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  toml::source_position position;
  position.line = static_cast<toml::source_index>(1 + std::ranges::count(before, '\n'));
  position.column = static_cast<toml::source_index>(1 + at - line_begin);
  return position;
}

}  // namespace

toml::table parse_toml(std::string_view text) {
  if (text.size() > largest_toml) {
    const std::string reason = "it has more than " + std::to_string(largest_toml) + " bytes";
    throw toml::parse_error(reason.c_str(), toml::source_position{1, 1});
  }
  if (const auto position = DepthScan(text).too_deep_at()) {
    const std::string reason =
        "tables and lists lie in one another more than " + std::to_string(deepest_toml) + " deep";
    throw toml::parse_error(reason.c_str(), position_of(text, *position));
  }
  return toml::parse(text);
}

}  // namespace fw::run
