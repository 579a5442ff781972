// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

/// The project's files as text, and the declared needs of each folder of core/ and ui/.
namespace fw::architecture {

/// One broken rule.
struct Violation {
  std::string file;  ///< path from the project's root
  int line;          ///< 1-based; 0: the whole file
  std::string what;

  std::string text() const { return file + ":" + std::to_string(line) + ": " + what; }
};

struct SourceFile {
  std::string path;  ///< relative to the root, with slashes
  std::vector<std::string> lines;

  std::string extension() const { return std::filesystem::path(path).extension().string(); }
  std::string name() const { return std::filesystem::path(path).filename().string(); }
  std::string stem() const { return std::filesystem::path(path).stem().string(); }
  /// Path components: core/base/log.h -> {core, base, log.h}.
  std::vector<std::string> components() const;
};

/// Declarations of one fw_module() or fw_ui_module() call.
struct Module {
  std::string file;
  int line;
  std::set<std::string> needs;
  bool torch;
};

struct SourceTree {
  std::vector<std::string> top_level;     ///< names in the root, including dotfiles
  std::vector<SourceFile> files;          ///< text files below 1 MiB
  std::map<std::string, Module> modules;  ///< by folder: "base"; the window's: "ui/theme"

  /// `folder` and everything it needs, directly or indirectly.
  std::set<std::string> reachable(const std::string& folder) const;
};

/// Reads the files under `root` that git tracks, so that users may keep others there; in an archive without
/// git, everything except the build folder.
SourceTree read_source_tree(const std::filesystem::path& root);

}  // namespace fw::architecture
