// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "interchange/import_list.h"

/// The lists that describe the clips of a folder, by their usual names. Thread: any.
namespace fw::interchange {

/// "prompts.txt" and "videos.txt", or another usual name; empty: the folder has none.
std::filesystem::path usual_prompts(const std::filesystem::path& folder);
std::filesystem::path usual_videos(const std::filesystem::path& folder);
/// True for a usual name of a list of videos, in lower case.
bool is_usual_videos(const std::string& name);

/// The list that describes the folder; empty: none.
std::filesystem::path list_of(const std::filesystem::path& folder, const ListOptions& options);

}  // namespace fw::interchange
