// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "architecture/source_tree.h"

namespace fw::architecture {

/// Which family may name and include which other: one that is built of its networks.
inline const std::set<std::pair<std::string, std::string>> family_arrows{{"framepack", "hunyuan_video"}};

/// Includes: core folders see what they state, a family's folder no other family's but by one of
/// family_arrows and nothing but the registry a family, no Torch outside its folders, no Qt in core, ui and
/// app see only what knows no Torch, and nothing includes by "../".
std::vector<Violation> check_includes(const SourceTree& tree);

/// NEEDS of fw_module() point down the layers and never in a circle; TORCH stands where Torch belongs.
std::vector<Violation> check_modules(const SourceTree& tree);

/// Includes and NEEDS of fw_ui_module() in ui: each folder sees the lower ones that it states, and no page
/// another page.
std::vector<Violation> check_window(const SourceTree& tree);

/// The first line (the second after #!) of each source file is its SPDX line, with the licence of its folder.
std::vector<Violation> check_licences(const SourceTree& tree);

/// The project's root holds what it should, and nothing else.
std::vector<Violation> check_top_level(const SourceTree& tree);

/// No source file over 500 lines; files of app/ at most 150.
std::vector<Violation> check_lengths(const SourceTree& tree);

/// No file names the host of a package registry: packages come through their clients, by name.
std::vector<Violation> check_hosts(const SourceTree& tree);

/// Files are made, changed, moved and removed through base/atomic_file.h and base/file_tree.h alone, which
/// keep what is the user's; each exception states its reason.
std::vector<Violation> check_writers(const SourceTree& tree);

/// A family is named in its own folder, its entry of the catalogue, the two lists of families, and where it
/// is data or is spoken of.
std::vector<Violation> check_families(const SourceTree& tree);

}  // namespace fw::architecture
