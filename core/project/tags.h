// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "project/project.h"

/// Tags of several clips; for single clips and the whole project see clips.h.
namespace fw::project {

/// All tags of these clips with the number of clips that have them. Thread: as Project. Cost: O(ids).
std::map<std::string, int64_t> tags_of(const Project& project, std::span<const int64_t> ids);

/// Adds missing tags to each clip, as one undo step.
void add_tags(Project& project, std::span<const int64_t> ids, std::span<const std::string> tags);

}  // namespace fw::project
