// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dataset/bucket_fit.h"
#include "project/project.h"
#include "project/repeats.h"

/// How much clips count in training besides their repeats: the weight of their loss, how often their caption
/// is dropped, and what share of a run's draws a set of them has.
namespace fw::project {

/// What applies to the clips of a filter: a tag, a folder, stills, a single clip. Of the rules that match a
/// clip and say something about it, the last one counts.
struct SetRule {
  std::string filter{};                     ///< as ClipFilter parses it
  std::optional<double> loss_weight{};      ///< from 0 to dataset::most_loss_weight
  std::optional<double> caption_dropout{};  ///< from 0 to 1, instead of the run's
  /// Of all draws, above 0 and below 1: the set's clips are drawn more or less often than once in an epoch,
  /// and the clips without a share as often as before. All shares together are below 1, unless each clip has
  /// one: then only their proportions count.
  std::optional<double> share{};
  bool regularises = false;  ///< texts without the trigger word, for things that the model must not forget
  bool operator==(const SetRule&) const = default;
};

/// The project's rules, in order. Thread: as Project.
std::vector<SetRule> set_rules(const Project& project);
/// Replaces them as one undo step. @throws fw::Error of a filter, project.bad_loss_weight,
/// bad_caption_dropout, bad_share, too_large_shares. Thread: as Project.
void set_set_rules(Project& project, std::span<const SetRule> rules);

/// @throws as set_repeats and set_set_rules. Thread: any.
void check_rules(std::span<const Repeat> repeats, std::span<const SetRule> rules);
/// Replaces both as one undo step. @throws likewise. Thread: as Project.
void set_rules_of_sets(Project& project, std::span<const Repeat> repeats, std::span<const SetRule> rules);

/// The weights that apply to a clip.
struct ClipWeight {
  int64_t times = 1;  ///< copies in an epoch, from repeats.h; 0: left out
  double draws = 1;   ///< of each copy in an epoch, on average
  double loss_weight = 1;
  std::optional<double> caption_dropout{};
  bool regularises = false;
  bool operator==(const ClipWeight&) const = default;
};
/// Those of clips that differ from ClipWeight(). @param assignments  the samples that share the draws
/// Thread: as Project. Cost: O(clips x rules).
std::map<int64_t, ClipWeight> clip_weights(const Project& project,
                                           std::span<const dataset::BucketAssignment> assignments);

/// Samples of the assignments in an epoch, with repeats and shares; the nearest whole number. Thread: as
/// Project.
int64_t samples_an_epoch(const Project& project, std::span<const dataset::BucketAssignment> assignments);

// Of clips by themselves, before any rule. Each is one undo step. Thread: as Project.

/// @param times  nullopt: as the rules say @throws fw::Error project.bad_repeats
void set_clip_times(Project& project, std::span<const int64_t> ids, std::optional<int64_t> times);
/// @param weight  likewise @throws fw::Error project.bad_loss_weight
void set_clip_loss_weight(Project& project, std::span<const int64_t> ids, std::optional<double> weight);

/// For a new clip inside Project::edit. Numbers that cannot be used are left out.
void put_weights(SQLite::Database& database, int64_t clip_id, std::optional<int64_t> times,
                 std::optional<double> loss_weight);

}  // namespace fw::project
