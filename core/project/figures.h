// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "interchange/import_list.h"
#include "media/analysis.h"
#include "project/project.h"
#include "project/work.h"

/// Quality measurements of the clips' pictures. Filter terms (clip_filter.h) select clips by them; they never
/// cause clips to be removed.
namespace fw::project {

/// Stores the measurements of a clip's current cut. Those of previous cuts are kept for undo. Call inside
/// Project::edit or Project::write.
void put_figures(SQLite::Database& database, int64_t clip_id, int64_t in_frame, int64_t out_frame,
                 const media::ClipAnalysis& analysis);
/// Returns nullopt if the clip has not been measured since its cut changed.
std::optional<media::ClipAnalysis> figures(const Project& project, int64_t clip_id);

/// Scene changes inside a clip, in frames of its file. A clip that was trimmed or split from another one uses
/// the scene changes of the longer clip within its range. nullopt if none of them was measured.
std::optional<std::vector<media::SceneCut>> scene_cuts(const Project& project, int64_t clip_id);

/// Gives a piece the measurements of the clip it was cut from. Call inside Project::edit.
void inherit_figures(SQLite::Database& database, int64_t from_clip, int64_t to_clip);

/// Measures the clips that have not been measured. @return failures, by clip
/// @throws fw::Cancelled; keeps what was measured until then
std::vector<interchange::RowFault> measure_clips(Project& project, const WorkOptions& options = {});

/// Finds clips that look alike, in groups of two or more; afterwards the filters is:similar and similar:ID
/// work.
/// @param most_distance  mean number of differing bits out of 64; up to about 8 is a near-duplicate
/// Cost: O(clips^2), a second for 20,000.
std::vector<std::vector<int64_t>> find_similar(Project& project, double most_distance = 8);

/// The groups from find_similar() of which two or more clips still exist unchanged.
/// Thread: as Project.
std::vector<std::vector<int64_t>> similar_groups(const Project& project);

/// Splits every clip at its proposed scene cuts, as one undo step.
/// @return the pieces and the unsplit clips, in the order of `ids`
std::vector<int64_t> split_at_scenes(Project& project, std::span<const int64_t> ids);

}  // namespace fw::project
