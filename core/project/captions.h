// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "project/clips.h"
#include "project/project.h"
#include "project/text_pattern.h"

namespace fw::project {

/// Former versions, newest first, without the present one. Thread: as Project.
std::vector<Caption> caption_history(const Project& project, int64_t clip_id);

/// A caption, and how many clips have it; an empty one stands for those that have none.
struct CaptionGroup {
  std::string text{};
  int64_t clips = 0;
  bool operator==(const CaptionGroup&) const = default;
};
/// The different captions of these clips, the most frequent first. Thread: as Project. Cost: O(ids).
std::vector<CaptionGroup> caption_groups(const Project& project, std::span<const int64_t> ids);

/// Writes a caption inside Project::edit, keeping the former one in the history; an empty text removes it, an
/// equal one changes nothing. @return whether it changed
bool put_caption(SQLite::Database& database, int64_t clip_id, std::string_view text, CaptionOrigin origin);

// Each of these is one step of the undo history and makes the captions a person's.

/// @throws fw::Error project.bad_text when it is not UTF-8
void set_caption(Project& project, int64_t clip_id, std::string_view text);
/// The same text for all of them. @throws as set_caption
void set_captions(Project& project, std::span<const int64_t> ids, std::string_view text);
void remove_captions(Project& project, std::span<const int64_t> ids);

/// What an edit of many captions does to one of them.
struct CaptionChange {
  int64_t clip_id = 0;
  std::string before{};
  std::string after{};
  int64_t replacements = 0;
};
/// What replace_in_captions would do. Stops at `limit` changes. @throws as replace_in_captions
std::vector<CaptionChange> preview_replace(const Project& project, std::span<const int64_t> ids,
                                           const TextPattern& pattern, size_t limit);
/// @return how many captions changed
/// @throws fw::Error project.pattern_too_hard, and then nothing is changed
int64_t replace_in_captions(Project& project, std::span<const int64_t> ids, const TextPattern& pattern);

/// Puts a text before (an id_token, say) or behind every caption, where it is not there already. A clip
/// without a caption gets the text alone. @return how many captions changed
int64_t add_prefix(Project& project, std::span<const int64_t> ids, std::string_view prefix);
int64_t add_suffix(Project& project, std::span<const int64_t> ids, std::string_view suffix);
/// What they would do. Stops at `limit` changes.
std::vector<CaptionChange> preview_prefix(const Project& project, std::span<const int64_t> ids,
                                          std::string_view prefix, size_t limit);
std::vector<CaptionChange> preview_suffix(const Project& project, std::span<const int64_t> ids,
                                          std::string_view suffix, size_t limit);

/// Which captions a captioner may write, a person's never; or that it writes none and only proposes.
enum class CaptionerMay { fill_empty, replace_machine, propose };
/// Whether a captioner may write this clip's caption. Imported captions were somebody's work as well.
bool captioner_may_write(const std::optional<Caption>& caption, CaptionerMay may);
/// Writes what a captioner answered unless a person was faster, or proposes it where it says something new.
/// @param step  of the undo history that this belongs to, 0 for a new one; the step it was put into
/// @return whether it was written or proposed
bool put_captioner_caption(Project& project, int64_t clip_id, std::string_view text, CaptionOrigin origin,
                           CaptionerMay may, int64_t& step);

// What captioners proposed (ClipRow::proposal; the filter is:proposed). Each is one step of the undo history.

/// How many of these clips have a proposal.
int64_t count_proposals(const Project& project, std::span<const int64_t> ids);
/// Makes the proposals of these clips their captions; clips without one keep theirs.
void accept_proposals(Project& project, std::span<const int64_t> ids);
/// Makes a proposal that a person has edited the caption, which is the person's then.
/// @throws fw::Error project.bad_text
void accept_proposal(Project& project, int64_t clip_id, std::string_view edited);
/// Another text for a proposal that is there; an empty one takes it away. @throws as accept_proposal
void set_proposal(Project& project, int64_t clip_id, std::string_view text);
void refuse_proposals(Project& project, std::span<const int64_t> ids);

}  // namespace fw::project
