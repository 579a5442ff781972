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

/// What is measured on the clips' pictures. The filter's terms on them (clip_filter.h) sort clips out;
/// nothing is ever removed because of them.
namespace fw::project {

/// Keeps the figures of a clip's present cut; those of former cuts come back when undo does. Inside
/// Project::edit or Project::write.
void put_figures(SQLite::Database& database, int64_t clip_id, int64_t in_frame, int64_t out_frame,
                 const media::ClipAnalysis& analysis);
/// Nothing when the clip has not been measured since its cut changed.
std::optional<media::ClipAnalysis> figures(const Project& project, int64_t clip_id);

/// Where the scene changes inside a clip, in frames of its file. A clip that was trimmed, or cut from another
/// one, has the cuts that were found in the longer one as far as they lie in it. Nothing when no such one was
/// measured.
std::optional<std::vector<media::SceneCut>> scene_cuts(const Project& project, int64_t clip_id);

/// A piece knows what was measured of the clip that it is cut from. Inside Project::edit.
void inherit_figures(SQLite::Database& database, int64_t from_clip, int64_t to_clip);

/// Measures the clips that have no figures. @return what could not be measured, by clip
/// @throws fw::Cancelled; what was measured by then is kept
std::vector<interchange::RowFault> measure_clips(Project& project, const WorkOptions& options = {});

/// Clips that look alike, as groups of two and more; the filter's is:similar and similar:ID find them.
/// @param most_distance  mean number of differing bits of 64; up to about 8 is a near-duplicate
/// Cost: O(clips^2), a second for 20,000.
std::vector<std::vector<int64_t>> find_similar(Project& project, double most_distance = 8);

/// The groups that find_similar() found, as far as two and more of their clips are still there as they were.
/// Thread: as Project.
std::vector<std::vector<int64_t>> similar_groups(const Project& project);

/// Splits every clip at its proposed scene cuts, as one step of the undo history.
/// @return the pieces, and the clips that stayed whole, in the order of `ids`
std::vector<int64_t> split_at_scenes(Project& project, std::span<const int64_t> ids);

}  // namespace fw::project
