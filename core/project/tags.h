// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "project/project.h"

/// Tags of many clips at once; those of one, and of the whole project, are in clips.h.
namespace fw::project {

/// Every tag of these clips and how many of them have it. Thread: as Project. Cost: O(ids).
std::map<std::string, int64_t> tags_of(const Project& project, std::span<const int64_t> ids);

/// Gives each clip each tag that it has not yet, as one step of the undo history.
void add_tags(Project& project, std::span<const int64_t> ids, std::span<const std::string> tags);

}  // namespace fw::project
