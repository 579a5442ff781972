// SPDX-License-Identifier: Apache-2.0
#include "architecture/source_tree.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace fw::architecture {

namespace fs = std::filesystem;

namespace {

/// The names that .gitignore lists, each without slashes: `*` is allowed at the end only.
std::vector<std::string> ignored_names(const fs::path& root) {
  std::vector<std::string> names{".git"};
  std::ifstream in(root / ".gitignore");
  for (std::string line; std::getline(in, line);) {
    std::erase(line, '/');
    if (!line.empty()) names.push_back(line);
  }
  return names;
}

bool is_ignored(const std::string& name, const std::vector<std::string>& ignored) {
  return std::ranges::any_of(ignored, [&](const std::string& pattern) {
    if (pattern.ends_with('*')) return name.starts_with(pattern.substr(0, pattern.size() - 1));
    return name == pattern;
  });
}

SourceFile read_file(const fs::path& path, std::string relative) {
  SourceFile file{std::move(relative), {}};
  std::ifstream in(path, std::ios::binary);
  for (std::string line; std::getline(in, line);) {
    if (line.find('\0') != std::string::npos) return {file.path, {}};  // a picture, not a text
    file.lines.push_back(line);
  }
  return file;
}

/// Reads the fw_module() calls of a CMakeLists.txt: fw_module(name SOURCES … NEEDS a b LIBS … TORCH).
void read_modules(const SourceFile& list, std::map<std::string, Module>& modules) {
  bool inside = false;
  std::string keyword, name;
  for (size_t i = 0; i < list.lines.size(); ++i) {
    std::string line = list.lines[i].substr(0, list.lines[i].find('#'));
    const size_t call = line.find("fw_module(");
    if (call != std::string::npos) {
      inside = true;
      name.clear();
      keyword.clear();
      line = line.substr(call + 10);
    }
    if (!inside) continue;
    const size_t end = line.find(')');
    std::istringstream words(line.substr(0, end));
    for (std::string word; words >> word;) {
      if (name.empty()) {
        name = word;
        modules[name] = {list.path, static_cast<int>(i) + 1, {}, false};
      } else if (word == "SOURCES" || word == "NEEDS" || word == "LIBS" || word == "TORCH") {
        keyword = word;
        modules[name].torch |= word == "TORCH";
      } else if (keyword == "NEEDS") {
        modules[name].needs.insert(word);
      }
    }
    if (end != std::string::npos) inside = false;
  }
}

}  // namespace

std::vector<std::string> SourceFile::components() const {
  std::vector<std::string> parts;
  for (const auto& part : fs::path(path)) parts.push_back(part.string());
  return parts;
}

std::set<std::string> SourceTree::reachable(const std::string& folder) const {
  std::set<std::string> seen;
  std::vector<std::string> open{folder};
  while (!open.empty()) {
    const std::string next = open.back();
    open.pop_back();
    if (!seen.insert(next).second) continue;
    if (const auto it = modules.find(next); it != modules.end())
      open.insert(open.end(), it->second.needs.begin(), it->second.needs.end());
  }
  return seen;
}

SourceTree read_source_tree(const fs::path& root) {
  SourceTree tree;
  const auto ignored = ignored_names(root);
  for (const auto& entry : fs::directory_iterator(root)) {
    const std::string name = entry.path().filename().string();
    if (!is_ignored(name, ignored)) tree.top_level.push_back(name);
  }
  std::ranges::sort(tree.top_level);
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator(); ++it) {
    if (is_ignored(it->path().filename().string(), ignored)) {
      it.disable_recursion_pending();
      continue;
    }
    if (!it->is_regular_file() || it->file_size() > (1U << 20U)) continue;
    tree.files.push_back(read_file(it->path(), fs::relative(it->path(), root).generic_string()));
    const SourceFile& file = tree.files.back();
    if (file.path.starts_with("core/") && file.name() == "CMakeLists.txt") read_modules(file, tree.modules);
  }
  return tree;
}

}  // namespace fw::architecture
