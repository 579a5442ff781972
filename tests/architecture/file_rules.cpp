// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "architecture/rules.h"

namespace fw::architecture {

namespace {

constexpr size_t most_lines = 500;
constexpr size_t most_lines_in_app = 150;

/// Files that may exceed the limit.
struct LongFile {
  const char* path;
  size_t lines;
  const char* reason;
};
const std::vector<LongFile> long_files{};

bool needs_spdx(const SourceFile& file) {
  static const std::set<std::string> extensions{".h", ".cpp", ".cu", ".cuh", ".cmake", ".sh", ".py"};
  return extensions.contains(file.extension()) || file.name() == "CMakeLists.txt" || file.path == ".ci/run";
}

bool is_gpl(const std::string& path) {
  return path.starts_with("ui/") || path.starts_with("tests/ui/") || path == "app/main.cpp";
}

}  // namespace

std::vector<Violation> check_licences(const SourceTree& tree) {
  std::vector<Violation> found;
  for (const auto& file : tree.files) {
    if (!needs_spdx(file)) continue;
    const std::string licence = is_gpl(file.path) ? "GPL-3.0-or-later" : "Apache-2.0";
    const size_t at = !file.lines.empty() && file.lines[0].starts_with("#!") ? 1 : 0;
    const std::string line = at < file.lines.size() ? file.lines[at] : "";
    if (!line.ends_with("SPDX-License-Identifier: " + licence))
      found.push_back({file.path, static_cast<int>(at) + 1, "expected SPDX-License-Identifier: " + licence});
  }
  return found;
}

std::vector<Violation> check_top_level(const SourceTree& tree) {
  static const std::vector<std::string> wanted{
      "CMakeLists.txt", "CMakePresets.json", "CONTRIBUTING.md", "LICENSE", "README.md",    "app", "core",
      "docs",           "installers",        "resources",       "tests",   "translations", "ui"};
  std::vector<Violation> found;
  for (const auto& name : tree.top_level)
    if (!name.starts_with('.') && !name.starts_with("LICENSE-") && !std::ranges::binary_search(wanted, name))
      found.push_back({name, 0, "does not belong in the project's root"});
  for (const auto& name : wanted)
    if (!std::ranges::binary_search(tree.top_level, name))
      found.push_back({name, 0, "is missing from the project's root"});
  return found;
}

std::vector<Violation> check_lengths(const SourceTree& tree) {
  std::vector<Violation> found;
  for (const auto& file : tree.files) {
    if (!needs_spdx(file)) continue;
    size_t most = file.path.starts_with("app/") ? most_lines_in_app : most_lines;
    for (const auto& exception : long_files)
      if (file.path == exception.path) most = exception.lines;
    if (file.lines.size() > most)
      found.push_back({file.path, static_cast<int>(file.lines.size()),
                       "is longer than " + std::to_string(most) + " lines"});
  }
  return found;
}

std::vector<Violation> check_hosts(const SourceTree& tree) {
  // Concatenated, so that this file does not contain the names.
  static const std::vector<std::string> hosts{
      std::string("pypi") + ".org", std::string("pythonhosted") + ".org", std::string("deb.debian") + ".org",
      std::string("pypi.nvidia") + ".com", std::string("download.pytorch") + ".org"};
  std::vector<Violation> found;
  for (const auto& file : tree.files)
    for (size_t i = 0; i < file.lines.size(); ++i)
      for (const auto& host : hosts)
        if (file.lines[i].find(host) != std::string::npos)
          found.push_back({file.path, static_cast<int>(i) + 1, "names the host of a package registry"});
  return found;
}

}  // namespace fw::architecture
