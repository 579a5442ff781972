// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "architecture/source_tree.h"

namespace fw::architecture {

/// Families built from another family's networks: (first, second) lets the first name and include the second.
inline const std::set<std::pair<std::string, std::string>> family_arrows{
    {"framepack", "hunyuan_video"}, {"hunyuan_video_15", "hunyuan_video"}, {"ltx2", "ltx_video"}};

/// Includes: core folders include only their declared needs; only the registry includes families, and a
/// family another one only by family_arrows; Torch only in its folders; no Qt in core; ui and app see only
/// folders without Torch; no "../".
std::vector<Violation> check_includes(const SourceTree& tree);

/// NEEDS of fw_module() point down the layers without cycles; TORCH is declared only where allowed.
std::vector<Violation> check_modules(const SourceTree& tree);

/// Includes and NEEDS of fw_ui_module() in ui: each folder sees only declared lower folders, and no page
/// another page.
std::vector<Violation> check_window(const SourceTree& tree);

/// A class that the window or its tests look for by type has Q_OBJECT. Without it Qt 6.4 finds any object of
/// the base class, and Qt 6.8 does not compile.
std::vector<Violation> check_casts(const SourceTree& tree);

/// The first line (the second after #!) of each source file is its SPDX line, with the licence of its folder.
std::vector<Violation> check_licences(const SourceTree& tree);

/// The project's root contains exactly the expected entries.
std::vector<Violation> check_top_level(const SourceTree& tree);

/// No source file over 500 lines; files of app/ at most 150.
std::vector<Violation> check_lengths(const SourceTree& tree);

/// No file names the host of a package registry: packages are fetched by name through their clients.
std::vector<Violation> check_hosts(const SourceTree& tree);

/// Files are created, changed, moved and removed only through base/atomic_file.h and base/file_tree.h, which
/// protect the user's files; each exception states its reason.
std::vector<Violation> check_writers(const SourceTree& tree);

/// A family is named only in its own folder, its catalogue entry, the two lists of families, and in data and
/// documents.
std::vector<Violation> check_families(const SourceTree& tree);

}  // namespace fw::architecture
