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

/// Previous versions, newest first, without the current one. Thread: as Project.
std::vector<Caption> caption_history(const Project& project, int64_t clip_id);

/// A caption and the number of clips that have it; empty for clips without a caption.
struct CaptionGroup {
  std::string text{};
  int64_t clips = 0;
  bool operator==(const CaptionGroup&) const = default;
};
/// The distinct captions of these clips, most frequent first. Thread: as Project. Cost: O(ids).
std::vector<CaptionGroup> caption_groups(const Project& project, std::span<const int64_t> ids);

/// Writes a caption inside Project::edit and adds the previous one to the history. An empty text removes the
/// caption, and the clip's next one takes its place; an equal one changes nothing. @return whether it changed
bool put_caption(SQLite::Database& database, int64_t clip_id, std::string_view text, CaptionOrigin origin);

inline constexpr size_t most_captions = 64;

/// The captions after the first. Only inside a transaction.
std::vector<std::string> more_captions(SQLite::Database& database, int64_t clip_id);
/// Replaces the captions after the first inside Project::edit. If the clip has no first caption, the first of
/// these becomes it. Empty and repeated ones are left out. @return whether they changed
bool put_more_captions(SQLite::Database& database, int64_t clip_id, std::span<const std::string> texts,
                       CaptionOrigin origin);

// Each of these is one undo step and sets the captions' origin to person.

/// @throws fw::Error project.bad_text if it is not UTF-8
void set_caption(Project& project, int64_t clip_id, std::string_view text);
/// Sets the same text for all clips. @throws as set_caption
void set_captions(Project& project, std::span<const int64_t> ids, std::string_view text);
/// Removes all captions of these clips.
void remove_captions(Project& project, std::span<const int64_t> ids);

// A clip may have several captions: a run draws one of them at each step. caption_history and caption_groups
// are about the first.

/// Replaces a clip's captions, the first one first. Empty and repeated ones are left out, and those beyond
/// most_captions. @throws as set_caption
void set_all_captions(Project& project, int64_t clip_id, std::span<const std::string> texts);
/// Replaces the captions after the first. If the clip has no caption, the first of these becomes its first.
/// @throws as set_caption
void set_more_captions(Project& project, int64_t clip_id, std::span<const std::string> texts);
/// Adds a caption after the existing ones of each clip, unless the clip already has it. @throws as
/// set_caption
void add_caption(Project& project, std::span<const int64_t> ids, std::string_view text);

/// The effect of a bulk edit on one caption.
struct CaptionChange {
  int64_t clip_id = 0;
  std::string before{};
  std::string after{};
  int64_t replacements = 0;
};
/// Previews replace_in_captions. Stops at `limit` changes. @throws as replace_in_captions
std::vector<CaptionChange> preview_replace(const Project& project, std::span<const int64_t> ids,
                                           const TextPattern& pattern, size_t limit);
/// Changes all captions of a clip. @return the number of captions changed
/// @throws fw::Error project.pattern_too_hard, in which case nothing is changed
int64_t replace_in_captions(Project& project, std::span<const int64_t> ids, const TextPattern& pattern);

/// Adds a text (such as an id_token) before or after every caption that does not have it there already. A
/// clip without a caption gets only the text; of several captions each is changed.
/// @return the number of captions changed
int64_t add_prefix(Project& project, std::span<const int64_t> ids, std::string_view prefix);
int64_t add_suffix(Project& project, std::span<const int64_t> ids, std::string_view suffix);
/// Preview add_prefix and add_suffix. Stop at `limit` changes.
std::vector<CaptionChange> preview_prefix(const Project& project, std::span<const int64_t> ids,
                                          std::string_view prefix, size_t limit);
std::vector<CaptionChange> preview_suffix(const Project& project, std::span<const int64_t> ids,
                                          std::string_view suffix, size_t limit);

/// Which captions a captioner may write (never a person's), or that it only makes proposals.
enum class CaptionerMay { fill_empty, replace_machine, propose };
/// True if a captioner may write this clip's caption. Imported captions are somebody's work, too.
bool captioner_may_write(const std::optional<Caption>& caption, CaptionerMay may);
/// Writes a captioner's answer unless a person has written a caption meanwhile, or stores it as a proposal if
/// it differs from the caption.
/// @param step  undo step to add this to, 0 for a new one; receives the step used
/// @return whether it was written or proposed
bool put_captioner_caption(Project& project, int64_t clip_id, std::string_view text, CaptionOrigin origin,
                           CaptionerMay may, int64_t& step);

// Captioners' proposals (ClipRow::proposal; the filter is:proposed). Each function is one undo step.

/// Number of these clips that have a proposal.
int64_t count_proposals(const Project& project, std::span<const int64_t> ids);
/// Replaces captions by their proposals; clips without one are unchanged.
void accept_proposals(Project& project, std::span<const int64_t> ids);
/// Accepts a proposal as edited by a person, which makes the caption a person's.
/// @throws fw::Error project.bad_text
void accept_proposal(Project& project, int64_t clip_id, std::string_view edited);
/// Changes an existing proposal; an empty text removes it. @throws as accept_proposal
void set_proposal(Project& project, int64_t clip_id, std::string_view text);
void refuse_proposals(Project& project, std::span<const int64_t> ids);

}  // namespace fw::project
