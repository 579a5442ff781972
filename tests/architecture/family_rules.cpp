// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <regex>

#include "architecture/rules.h"

namespace fw::architecture {

namespace {

/// Places where families may be named: the two lists of families, user-visible texts, data and tests.
bool may_name_families(const SourceFile& file) {
  static const std::vector<std::string> places{"core/catalog/catalog.cpp",
                                               "core/catalog/CMakeLists.txt",
                                               "core/families/registry.cpp",
                                               "core/families/CMakeLists.txt",
                                               "core/planner/gpu_specs.cpp",  // cites published measurements
                                               "installers/linux/",
                                               "resources/",
                                               "tests/",
                                               "translations/"};
  return file.extension() == ".md" ||
         std::ranges::any_of(places, [&](const std::string& place) { return file.path.starts_with(place); });
}

/// Matches a family's name as written in texts and files, from its folder's: ltx_video, LTX-Video, LTXVideo.
/// A version letter at the end may be missing: CogVideo.
std::regex name_of(const std::string& folder) {
  std::string name = std::regex_replace(folder, std::regex("_"), "[-_ ]?");
  if (name.ends_with('x')) name += '?';
  // Such a short one is also part of other words.
  if (folder.size() <= 3) name = "(^|[^a-z])" + name + "([^a-z]|$)";
  return std::regex(name, std::regex::icase);
}

/// Trainers named after a family.
const std::regex trainers(
    "LTX-Video-Trainer|cogvideox?[-_]factory|CogVideo's (own )?trainers?|trainers of CogVideo",
    std::regex::icase);

}  // namespace

std::vector<Violation> check_families(const SourceTree& tree) {
  std::map<std::string, std::regex> families;
  for (const auto& file : tree.files)
    if (const auto parts = file.components(); parts.size() > 3 && file.path.starts_with("core/families/"))
      families.emplace(parts[2], name_of(parts[2]));
  std::vector<Violation> found;
  for (const auto& file : tree.files) {
    if (may_name_families(file)) continue;
    for (const auto& [id, name] : families) {
      const auto is_of = [&](const std::string& family) {
        return file.path.starts_with("core/families/" + family + "/") ||
               file.path == "core/catalog/" + family + ".cpp" ||
               file.path.starts_with("core/catalog/" + family + "_parts.") ||
               file.path.starts_with("core/catalog/" + family + "_sound_parts.");
      };
      if (is_of(id) || std::ranges::any_of(family_arrows, [&](const auto& arrow) {
            return arrow.second == id && is_of(arrow.first);
          }))
        continue;
      for (size_t i = 0; i < file.lines.size(); ++i)
        if (std::regex_search(std::regex_replace(file.lines[i], trainers, ""), name))
          found.push_back({file.path, static_cast<int>(i) + 1, "names the family " + id});
    }
  }
  return found;
}

}  // namespace fw::architecture
