// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "project/project.h"

/// How often clips are used in an epoch: by a tag, a folder, a single clip or any other filter.
namespace fw::project {

inline constexpr int64_t most_repeats = 1000;

struct Repeat {
  std::string filter{};  ///< as ClipFilter parses it
  int64_t times = 1;     ///< 0 leaves the clips out
  bool operator==(const Repeat&) const = default;
};

/// The project's rules, in order; of those that match a clip, the last one counts. Thread: as Project.
std::vector<Repeat> repeats(const Project& project);
/// @throws fw::Error of a filter, project.bad_repeats. Thread: any.
void check_repeats(std::span<const Repeat> rules);
/// Replaces them inside Project::edit. @pre they have been checked
void put_repeats(SQLite::Database& database, std::span<const Repeat> rules);
/// Replaces them. @throws as check_repeats. Thread: as Project.
void set_repeats(Project& project, std::span<const Repeat> rules);

/// The clips that a rule matches or that have times of their own, with these; all others are used once. A
/// rule that this version cannot read matches nothing. Thread: as Project. Cost: O(clips x rules).
std::map<int64_t, int64_t> clip_times(const Project& project);

/// @throws fw::Error project.bad_repeats if clips cannot be used so often
void check_times(int64_t times);

}  // namespace fw::project
