// SPDX-License-Identifier: Apache-2.0
#include "launch/host_list.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/error.h"

namespace fw::launch {

namespace {

constexpr ErrorCode bad_host_list{"launch.bad_host_list",
                                  FW_TEXT("errors", "The list of hosts \"{list}\" cannot be read."), "",
                                  Blame::input};
constexpr size_t most_hosts = 100'000;  // a longer list is invalid

/// Splits at commas outside of brackets. nullopt: the brackets do not match.
std::optional<std::vector<std::string_view>> split_outside_brackets(std::string_view text) {
  std::vector<std::string_view> parts;
  size_t begin = 0;
  bool inside = false;
  for (size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (text[i] == ',' && !inside)) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    } else if (text[i] == '[' || text[i] == ']') {
      if (inside == (text[i] == '[')) return std::nullopt;
      inside = !inside;
    }
  }
  if (inside) return std::nullopt;
  return parts;
}

std::optional<size_t> number(std::string_view text) {
  size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "01-03" is 01, 02, 03; "7" is 7. nullopt: not a range.
std::optional<std::vector<std::string>> range(std::string_view text) {
  const size_t dash = text.find('-');
  const std::string_view first = text.substr(0, dash);
  const std::string_view last = dash == std::string_view::npos ? first : text.substr(dash + 1);
  const auto from = number(first), to = number(last);
  if (!from || !to || *to < *from || *to - *from >= most_hosts) return std::nullopt;
  std::vector<std::string> out;
  for (size_t each = *from; each <= *to; ++each) {
    std::string digits = std::to_string(each);
    if (digits.size() < first.size()) digits.insert(0, first.size() - digits.size(), '0');
    out.push_back(std::move(digits));
  }
  return out;
}

/// Expands one name with any number of brackets. @return false if it is invalid
bool expand_name(std::string_view name, const std::string& before, std::vector<std::string>& hosts) {
  const size_t open = name.find('[');
  if (open == std::string_view::npos) {
    if (before.empty() && name.empty()) return false;
    hosts.push_back(before + std::string(name));
    return hosts.size() <= most_hosts;
  }
  const size_t close = name.find(']');
  std::string_view inner = name.substr(open + 1, close - open - 1);
  const std::string_view rest = name.substr(close + 1);
  const std::string start = before + std::string(name.substr(0, open));
  while (true) {
    const size_t comma = inner.find(',');
    const auto numbers = range(inner.substr(0, comma));
    if (!numbers) return false;
    if (!std::ranges::all_of(*numbers,
                             [&](const std::string& each) { return expand_name(rest, start + each, hosts); }))
      return false;
    if (comma == std::string_view::npos) return true;
    inner.remove_prefix(comma + 1);
  }
}

}  // namespace

std::vector<std::string> expand_hosts(std::string_view list) {
  std::vector<std::string> hosts;
  const auto names = split_outside_brackets(list);
  const bool good = names && std::ranges::all_of(
                                 *names, [&](std::string_view name) { return expand_name(name, "", hosts); });
  if (!good) throw Error(bad_host_list, {{"list", list}});
  return hosts;
}

std::string host_name() {
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

}  // namespace fw::launch
