// SPDX-License-Identifier: Apache-2.0
#include <regex>

#include "architecture/rules.h"

namespace fw::architecture {

namespace {

// The layers of ui/, lowest first. A folder needs only folders of lower layers, so there are no cycles and no
// page knows another: code shared by two pages belongs below them.
const std::map<std::string, int> folders{
    {"ui/theme", 0},    {"ui/state", 1},  {"ui/widgets", 2},      {"ui/charts", 3},
    {"ui/plan", 3},     {"ui/player", 3}, {"ui/run_settings", 3}, {"ui/start", 4},
    {"ui/dataset", 4},  {"ui/train", 4},  {"ui/monitor", 4},      {"ui/gallery", 4},
    {"ui/generate", 4}, {"ui/models", 4}, {"ui/device_check", 4}, {"ui/shell", 5},
};

std::string folder_of(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

std::string include_rule(const SourceTree& tree, const std::string& folder, const std::string& target) {
  if (!target.starts_with("ui/")) return "";
  const std::string other = folder_of(target);
  if (!folders.contains(other)) return "an include of the window is \"ui/folder/header.h\"";
  return tree.reachable(folder).contains(other) ? "" : folder + " does not state that it needs " + other;
}

void check_file(const SourceTree& tree, const SourceFile& file, std::vector<Violation>& found) {
  static const std::regex pattern(R"re(^\s*#\s*include\s*"([^"]+)")re");
  const std::string folder = folder_of(file.path);
  if (!folders.contains(folder)) {
    found.push_back({file.path, 0, folder + " is not in the window's plan"});
    return;
  }
  for (size_t i = 0; i < file.lines.size(); ++i) {
    std::smatch match;
    if (!std::regex_search(file.lines[i], match, pattern)) continue;
    if (const std::string what = include_rule(tree, folder, match[1]); !what.empty())
      found.push_back({file.path, static_cast<int>(i) + 1, what + " (" + match[1].str() + ")"});
  }
}

}  // namespace

std::vector<Violation> check_window(const SourceTree& tree) {
  std::vector<Violation> found;
  for (const auto& [name, module] : tree.modules) {
    if (!name.starts_with("ui/")) continue;
    const auto place = folders.find(name);
    if (place == folders.end()) {
      found.push_back({module.file, module.line, name + " is not in the window's plan"});
      continue;
    }
    for (const auto& need : module.needs) {
      const auto other = folders.find(need);
      if (other == folders.end() || other->second >= place->second)
        found.push_back({module.file, module.line, name + " may not need " + need});
    }
  }
  for (const auto& file : tree.files) {
    if (file.path.starts_with("ui/") && (file.extension() == ".h" || file.extension() == ".cpp"))
      check_file(tree, file, found);
  }
  return found;
}

std::vector<Violation> check_casts(const SourceTree& tree) {
  static const std::regex defined("^class (\\w+)( final)? : [^;]*\\{"),
      sought("(?:findChild|findChildren|qobject_cast)<(?:const )?(\\w+)\\s*\\*?>");
  std::map<std::string, Violation> without_macro;
  std::vector<Violation> found;
  const auto for_each_line = [&](const auto& take) {
    for (const auto& file : tree.files)
      if (file.path.starts_with("ui/") || file.path.starts_with("tests/ui/"))
        for (size_t i = 0; i < file.lines.size(); ++i) take(file, i);
  };
  for_each_line([&](const SourceFile& file, size_t i) {
    std::smatch match;
    if (!std::regex_search(file.lines[i], match, defined)) return;
    const bool has_macro =
        i + 1 < file.lines.size() && file.lines[i + 1].find("Q_OBJECT") != std::string::npos;
    if (!has_macro) without_macro[match[1]] = {file.path, static_cast<int>(i) + 1, ""};
  });
  for_each_line([&](const SourceFile& file, size_t i) {
    std::smatch match;
    if (std::regex_search(file.lines[i], match, sought) && without_macro.contains(match[1]))
      found.push_back(
          {file.path, static_cast<int>(i) + 1, match[1].str() + " has no Q_OBJECT: its base class is found"});
  });
  return found;
}

}  // namespace fw::architecture
