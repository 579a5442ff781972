// SPDX-License-Identifier: Apache-2.0
#include "architecture/source_tree.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>

namespace fw::architecture {

namespace fs = std::filesystem;

namespace {

/// Files tracked by git below `root` that exist.
std::vector<fs::path> tracked_files(const fs::path& root) {
  std::string quoted = "'";
  for (const char c : root.string()) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  // The clone may belong to another user; do not require changing git's settings for a test.
  const std::string command = "git -c safe.directory='*' -C " + quoted + "' ls-files -z";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), &::pclose);
  std::vector<fs::path> files;
  std::string name;
  for (int c = 0; pipe && (c = std::fgetc(pipe.get())) != EOF;) {
    if (c != '\0') {
      name += static_cast<char>(c);
      continue;
    }
    if (fs::is_regular_file(root / name)) files.emplace_back(name);
    name.clear();
  }
  return files;
}

/// Paths below `root` of the project's files. Git lists them, so that users can keep other files there; an
/// archive without git contains only a build folder in addition.
std::vector<fs::path> project_files(const fs::path& root) {
  if (fs::exists(root / ".git")) return tracked_files(root);
  std::vector<fs::path> files;
  for (auto it = fs::recursive_directory_iterator(root); it != fs::recursive_directory_iterator(); ++it) {
    if (it->path() == root / "build") it.disable_recursion_pending();
    if (it->is_regular_file()) files.push_back(it->path().lexically_relative(root));
  }
  return files;
}

SourceFile read_file(const fs::path& path, std::string relative) {
  SourceFile file{std::move(relative), {}};
  std::ifstream in(path, std::ios::binary);
  for (std::string line; std::getline(in, line);) {
    if (line.find('\0') != std::string::npos) return {file.path, {}};  // a picture, not text
    file.lines.push_back(line);
  }
  return file;
}

struct Command {
  std::string name;
  int line;
  std::vector<std::string> words;
};

/// The commands of a CMake list without comments and quotes: a minimal parser for this project's lists.
std::vector<Command> read_commands(const SourceFile& list) {
  std::vector<Command> commands;
  bool inside = false;
  for (size_t i = 0; i < list.lines.size(); ++i) {
    std::string line = list.lines[i].substr(0, list.lines[i].find('#'));
    if (const size_t open = line.find('('); !inside && open != std::string::npos) {
      std::istringstream name(line.substr(0, open));
      commands.push_back({"", static_cast<int>(i) + 1, {}});
      name >> commands.back().name;
      inside = true;
      line = line.substr(open + 1);
    }
    if (!inside) continue;
    const size_t close = line.rfind(')');
    std::istringstream words(line.substr(0, close));
    for (std::string word; words >> word;) commands.back().words.push_back(word);
    inside = close == std::string::npos;
  }
  return commands;
}

/// Reads the fw_module(name SOURCES … NEEDS a b LIBS … TORCH) and fw_ui_module() calls, with variables from
/// set and list(APPEND). Treats every if() as true: the rule is about what may be needed.
void read_modules(const SourceFile& list, std::map<std::string, Module>& modules) {
  std::map<std::string, std::vector<std::string>> variables;
  for (const Command& command : read_commands(list)) {
    std::vector<std::string> words;
    for (const auto& word : command.words) {
      if (word.starts_with("${") && word.ends_with('}')) {
        const auto& value = variables[word.substr(2, word.size() - 3)];
        words.insert(words.end(), value.begin(), value.end());
      } else {
        words.push_back(word);
      }
    }
    if (words.empty()) continue;
    if (command.name == "set") {
      variables[words[0]].assign(words.begin() + 1, words.end());
    } else if (command.name == "list" && words.size() > 2 && words[0] == "APPEND") {
      auto& value = variables[words[1]];
      value.insert(value.end(), words.begin() + 2, words.end());
    } else if (command.name == "fw_module" || command.name == "fw_ui_module") {
      const std::string prefix = command.name == "fw_ui_module" ? "ui/" : "";
      static const std::set<std::string> keywords{"SOURCES", "NEEDS", "NEEDS_INSIDE", "LIBS", "TORCH"};
      Module& module = modules[prefix + words[0]] = {list.path, command.line, {}, false};
      std::string keyword;
      for (size_t i = 1; i < words.size(); ++i) {
        if (keywords.contains(words[i])) keyword = words[i];
        module.torch |= words[i] == "TORCH";
        if ((keyword == "NEEDS" || keyword == "NEEDS_INSIDE") && words[i] != keyword)
          module.needs.insert(prefix + words[i]);
      }
    }
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
  std::set<std::string> top_level;
  for (const fs::path& path : project_files(root)) {
    top_level.insert(path.begin()->string());
    if (fs::file_size(root / path) > (1U << 20U)) continue;
    tree.files.push_back(read_file(root / path, path.generic_string()));
    const SourceFile& file = tree.files.back();
    const bool is_layered = file.path.starts_with("core/") || file.path.starts_with("ui/");
    if (is_layered && file.name() == "CMakeLists.txt") read_modules(file, tree.modules);
  }
  tree.top_level.assign(top_level.begin(), top_level.end());
  return tree;
}

}  // namespace fw::architecture
