// SPDX-License-Identifier: Apache-2.0
#include "base/json_text.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>

#include "base/atomic_file.h"
#include "base/file_kind.h"
#include "base/paths.h"

namespace fw {

namespace {

/// Position at which the text first exceeds deepest_json; nullopt if it does not. Unreliable for invalid
/// JSON.
std::optional<size_t> too_deep_at(std::string_view text) {
  int depth = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (letter == '"') {
      for (++at; at < text.size() && text[at] != '"'; ++at) at += text[at] == '\\' ? 1 : 0;
    } else if (letter == '[' || letter == '{') {
      if (++depth > deepest_json) return at;
    } else if (letter == ']' || letter == '}') {
      --depth;
    }
  }
  return std::nullopt;
}

/// Strips the library's own name of the error, in brackets, from the message.
std::string reason_of(const nlohmann::json::exception& error) {
  const std::string text = error.what();
  const size_t end = text.find("] ");
  return end == std::string::npos ? text : text.substr(end + 2);
}

}  // namespace

nlohmann::json parse_json(std::string_view text, std::string* problem) {
  std::string reason;
  if (text.size() > largest_json) {
    reason = "it has more than " + std::to_string(largest_json) + " bytes";
  } else if (const auto place = too_deep_at(text)) {
    reason = "line " + std::to_string(1 + std::ranges::count(text.substr(0, *place), '\n')) +
             ": lists and objects lie in one another more than " + std::to_string(deepest_json) + " deep";
  } else {
    try {
      return nlohmann::json::parse(text);
    } catch (const nlohmann::json::exception& error) {
      reason = reason_of(error);
    }
  }
  if (problem != nullptr) *problem = std::move(reason);
  return nlohmann::json(nlohmann::json::value_t::discarded);
}

nlohmann::json read_json(const std::filesystem::path& file) {
  std::string problem;
  const std::string text = read_file(file, largest_json);
  nlohmann::json json = parse_json(text, &problem);
  if (const auto kind = file_kind(text); json.is_discarded() && (kind == git_lfs_pointer || kind == web_page))
    problem = "it is " + std::string(kind);
  if (json.is_discarded()) throw Error(bad_json, {{"file", to_utf8(file)}, {"reason", problem}});
  return json;
}

int64_t whole_number(const nlohmann::json& value) {
  const bool fits = value.is_number_unsigned()
                        ? value.get<uint64_t>() <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max())
                        : value.is_number_integer();
  if (!fits) throw std::invalid_argument(value.dump() + " is no whole number");
  return value.get<int64_t>();
}

}  // namespace fw
