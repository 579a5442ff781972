// SPDX-License-Identifier: Apache-2.0
#include "interchange/list_columns.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <string_view>

#include "interchange/folder_names.h"

namespace fw::interchange {

namespace {

constexpr std::array<std::string_view, 12> video_columns{
    "file_name", "video_path", "image_path", "media_path", "file_path", "video",
    "image",     "path",       "file",       "filename",   "filepath",  "video_file"};
constexpr std::array<std::string_view, 7> caption_columns{"text", "caption", "prompt",     "captions",
                                                          "cap",  "prompts", "description"};

/// "File Name" and "file-name" are file_name.
std::string normal(std::string name) {
  name = lower(std::move(name));
  std::ranges::replace(name, ' ', '_');
  std::ranges::replace(name, '-', '_');
  return name;
}

std::string find(const std::vector<std::string>& there, const std::string& wanted, const auto& usual) {
  const auto found = [&](std::string_view name) {
    return std::ranges::find_if(there, [&](const std::string& each) { return normal(each) == name; });
  };
  if (!wanted.empty()) {
    if (std::ranges::find(there, wanted) != there.end()) return wanted;
    const auto column = found(normal(wanted));
    return column != there.end() ? *column : "";
  }
  for (const std::string_view name : usual)
    if (const auto column = found(name); column != there.end()) return *column;
  return {};
}

}  // namespace

std::string video_column(const std::vector<std::string>& there, const std::string& wanted) {
  return find(there, wanted, video_columns);
}

std::string caption_column(const std::vector<std::string>& there, const std::string& wanted) {
  return find(there, wanted, caption_columns);
}

std::vector<std::string> numbered_columns(const nlohmann::json& object, const std::string& caption) {
  std::map<int, std::string> columns;
  const std::string stem = normal(caption);
  for (const auto& [name, value] : object.items()) {
    const std::string whole = normal(name);
    if (!whole.starts_with(stem)) continue;
    std::string_view digits = std::string_view(whole).substr(stem.size());
    if (digits.starts_with('_')) digits.remove_prefix(1);
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error == std::errc() && end == digits.data() + digits.size()) columns.emplace(number, name);
  }
  std::vector<std::string> names;
  for (auto& [number, name] : columns) names.push_back(std::move(name));
  return names;
}

std::vector<std::string> other_columns(const std::vector<std::string>& there, const std::string& video) {
  std::vector<std::string> others;
  for (const std::string& name : there)
    if (!name.empty() && name != video && !name.starts_with("clip_")) others.push_back(name);
  return others;
}

std::string without_blanks(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  return std::string(text.substr(begin, text.find_last_not_of(" \t") + 1 - begin));
}

}  // namespace fw::interchange
