// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "dataset/bucket_fit.h"
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
/// Replaces them. @throws fw::Error of the filter, project.bad_repeats. Thread: as Project.
void set_repeats(Project& project, std::span<const Repeat> rules);

/// The clips that a rule matches, with their times; all others are used once. A rule that this version cannot
/// read matches nothing. Thread: as Project. Cost: O(clips x rules).
std::map<int64_t, int64_t> clip_times(const Project& project);

/// Samples of the assignments in an epoch, with repeats. Thread: as Project.
int64_t samples_an_epoch(const Project& project, std::span<const dataset::BucketAssignment> assignments);

}  // namespace fw::project
