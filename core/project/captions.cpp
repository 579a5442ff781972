// SPDX-License-Identifier: Apache-2.0
#include "project/captions.h"

#include <algorithm>
#include <functional>
#include <map>

#include "base/utf8.h"
#include "dataset/dataset_manifest.h"
#include "project/clock.h"
#include "project/rows.h"
#include "text/unicode.h"

namespace fw::project {

namespace {

constexpr ErrorCode bad_text{"project.bad_text",
                             FW_TEXT("errors", "The caption of clip {clip} is not UTF-8 text."),
                             FW_TEXT("errors", "Save the text as UTF-8."), Blame::input};

std::string checked_caption(int64_t clip_id, std::string_view text) {
  auto normal = dataset::normal_caption(text);
  if (!normal) throw Error(bad_text, {{"clip", clip_id}});
  return std::move(*normal);
}

std::vector<std::string> checked_captions(int64_t clip_id, std::span<const std::string> texts) {
  std::vector<std::string> normal;
  for (const std::string& text : texts) normal.push_back(checked_caption(clip_id, text));
  return normal;
}

std::string present_caption(SQLite::Statement& query, int64_t clip_id) {
  return first_row(query, clip_id) ? query.getColumn(0).getString() : std::string();
}

constexpr const char* select_text = "SELECT text FROM captions WHERE clip_id = ?";

/// Applies `change` to the captions and returns at most `limit` changes.
/// @param change  maps a caption, empty if there is none, to a TextPattern::Result
template <typename Change>
std::vector<CaptionChange> preview_changes(const Project& project, std::span<const int64_t> ids, size_t limit,
                                           Change&& change) {
  return project.read([&](SQLite::Database& database) {
    std::vector<CaptionChange> changes;
    SQLite::Statement query(database, select_text);
    for (size_t i = 0; i < ids.size() && changes.size() < limit; ++i) {
      std::vector<std::string> captions = more_captions(database, ids[i]);
      captions.insert(captions.begin(), present_caption(query, ids[i]));
      for (const std::string& before : captions) {
        const TextPattern::Result result = change(before);
        const std::string after = checked_caption(ids[i], result.text);
        if (after != before && changes.size() < limit)
          changes.push_back({ids[i], before, after, result.replacements});
      }
    }
    return changes;
  });
}

/// Prepends it to a caption that does not begin with it.
auto with_prefix(std::string_view prefix) {
  return [prefix, alone = dataset::normal_caption(prefix)](const std::string& caption) {
    return text::begins_with_words(caption, prefix) || caption == alone ? caption
                                                                        : std::string(prefix) + caption;
  };
}

auto with_suffix(std::string_view suffix) {
  return [suffix, alone = dataset::normal_caption(suffix)](const std::string& caption) {
    return text::ends_with_words(caption, suffix) || caption == alone ? caption
                                                                      : caption + std::string(suffix);
  };
}

/// @return whether the proposal differs from the caption
bool put_proposal(SQLite::Database& database, int64_t clip_id, const std::string& text,
                  CaptionOrigin origin) {
  SQLite::Statement query(database, select_text);
  if (text.empty() || present_caption(query, clip_id) == text) return false;
  return run(database,
             "INSERT OR REPLACE INTO caption_proposals (clip_id, text, origin, changed_ms)"
             " SELECT id, ?, ?, ? FROM clips WHERE id = ?",
             text, to_text(origin), now_ms(), clip_id) > 0;
}

void drop_proposal(SQLite::Database& database, int64_t clip_id) {
  run(database, "DELETE FROM caption_proposals WHERE clip_id = ?", clip_id);
}

enum class Changed { first, all };

/// One edit that applies `change` to every clip's first caption, or to all of them.
template <typename Change>
int64_t edit_captions(Project& project, std::string_view label, std::span<const int64_t> ids, Changed which,
                      Change&& change) {
  int64_t changed = 0;
  project.edit(label, [&](SQLite::Database& database) {
    SQLite::Statement query(database, select_text);
    for (const int64_t id : ids) {
      const std::string text = checked_caption(id, change(present_caption(query, id)));
      std::vector<std::string> more = more_captions(database, id);
      int64_t others = 0;
      for (std::string& other : more) {
        if (which == Changed::first) break;
        std::string after = checked_caption(id, change(other));
        others += after != other;
        other = std::move(after);
      }
      // These first: an empty first caption is replaced by the next.
      if (others > 0) put_more_captions(database, id, more, CaptionOrigin::person);
      changed += others + (put_caption(database, id, text, CaptionOrigin::person) ? 1 : 0);
    }
  });
  return changed;
}

/// Replaces the clip's captions. @param texts  in normal form
void put_all_captions(SQLite::Database& database, int64_t clip_id, std::vector<std::string> texts) {
  std::erase(texts, std::string());
  const std::string first = texts.empty() ? std::string() : texts.front();
  if (!texts.empty()) texts.erase(texts.begin());
  // Without others, lest one of them takes the place of a removed first one.
  if (first.empty()) put_more_captions(database, clip_id, {}, CaptionOrigin::person);
  put_caption(database, clip_id, first, CaptionOrigin::person);
  put_more_captions(database, clip_id, texts, CaptionOrigin::person);
}

}  // namespace

std::vector<Caption> caption_history(const Project& project, int64_t clip_id) {
  return project.read([&](SQLite::Database& database) {
    SQLite::Statement query(
        database, "SELECT text, origin, changed_ms FROM caption_history WHERE clip_id = ? ORDER BY id DESC");
    query.bind(1, clip_id);
    std::vector<Caption> history;
    while (query.executeStep()) {
      history.push_back({.text = query.getColumn(0).getString(),
                         .origin = caption_origin(query.getColumn(1).getString()),
                         .changed_ms = query.getColumn(2).getInt64()});
    }
    return history;
  });
}

std::vector<CaptionGroup> caption_groups(const Project& project, std::span<const int64_t> ids) {
  std::map<std::string, int64_t> counts;
  project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database, select_text);
    for (const int64_t id : ids) ++counts[present_caption(query, id)];
  });
  std::vector<CaptionGroup> groups;
  for (const auto& [text, clips] : counts) groups.push_back({text, clips});
  std::ranges::stable_sort(groups, std::greater(), &CaptionGroup::clips);
  return groups;
}

bool put_caption(SQLite::Database& database, int64_t clip_id, std::string_view text, CaptionOrigin origin) {
  SQLite::Statement query(database, select_text);
  if (present_caption(query, clip_id) == text) return false;
  if (text.empty()) {
    std::vector<std::string> more = more_captions(database, clip_id);
    if (!more.empty()) {
      const std::string next = more.front();
      more.erase(more.begin());
      put_caption(database, clip_id, next, origin);
      put_more_captions(database, clip_id, more, origin);
      return true;
    }
  }
  run(database,
      "INSERT INTO caption_history (clip_id, text, origin, changed_ms)"
      " SELECT clip_id, text, origin, changed_ms FROM captions WHERE clip_id = ?",
      clip_id);
  if (text.empty()) {
    return run(database, "DELETE FROM captions WHERE clip_id = ?", clip_id) > 0;
  }
  return run(database,
             "INSERT INTO captions (clip_id, text, origin, changed_ms) SELECT id, ?, ?, ? FROM clips WHERE "
             "id = ?"
             " ON CONFLICT (clip_id) DO UPDATE SET text = excluded.text, origin = excluded.origin,"
             " changed_ms = excluded.changed_ms",
             text, to_text(origin), now_ms(), clip_id) > 0;
}

std::vector<std::string> more_captions(SQLite::Database& database, int64_t clip_id) {
  SQLite::Statement query(database, "SELECT text FROM more_captions WHERE clip_id = ? ORDER BY position");
  std::vector<std::string> texts;
  for (bool more = first_row(query, clip_id); more; more = query.executeStep())
    texts.push_back(query.getColumn(0).getString());
  return texts;
}

bool put_more_captions(SQLite::Database& database, int64_t clip_id, std::span<const std::string> texts,
                       CaptionOrigin origin) {
  SQLite::Statement query(database, select_text);
  std::string first = present_caption(query, clip_id);
  query.reset();
  std::vector<std::string> wanted;
  for (const std::string& text : texts) {
    const bool is_there = text.empty() || text == first || std::ranges::find(wanted, text) != wanted.end();
    if (is_there || wanted.size() + 1 == most_captions) continue;
    if (first.empty())
      put_caption(database, clip_id, first = text, origin);
    else
      wanted.push_back(text);
  }
  if (more_captions(database, clip_id) == wanted) return false;
  run(database, "DELETE FROM more_captions WHERE clip_id = ?", clip_id);
  SQLite::Statement insert(database,
                           "INSERT INTO more_captions (clip_id, position, text) SELECT id, ?, ? FROM clips"
                           " WHERE id = ?");
  int64_t position = 0;
  for (const std::string& text : wanted) run(insert, position++, text, clip_id);
  // Counts of tokens are known by it.
  run(database, "UPDATE captions SET changed_ms = ? WHERE clip_id = ?", now_ms(), clip_id);
  return true;
}

void set_more_captions(Project& project, int64_t clip_id, std::span<const std::string> texts) {
  project.edit(FW_TEXT("edits", "Edit captions"),
               [&, normal = checked_captions(clip_id, texts)](SQLite::Database& database) {
                 put_more_captions(database, clip_id, normal, CaptionOrigin::person);
               });
}

void set_all_captions(Project& project, int64_t clip_id, std::span<const std::string> texts) {
  const std::vector<std::string> normal = checked_captions(clip_id, texts);
  project.edit(FW_TEXT("edits", "Edit captions"),
               [&](SQLite::Database& database) { put_all_captions(database, clip_id, normal); });
}

void add_caption(Project& project, std::span<const int64_t> ids, std::string_view text) {
  edit_each(project, FW_TEXT("edits", "Add a caption"), ids, [&](SQLite::Database& database, int64_t id) {
    std::vector<std::string> more = more_captions(database, id);
    more.push_back(checked_caption(id, text));
    put_more_captions(database, id, more, CaptionOrigin::person);
  });
}

void set_caption(Project& project, int64_t clip_id, std::string_view text) {
  const std::string normal = checked_caption(clip_id, text);
  project.edit(FW_TEXT("edits", "Edit a caption"), [&](SQLite::Database& database) {
    put_caption(database, clip_id, normal, CaptionOrigin::person);
  });
}

void set_captions(Project& project, std::span<const int64_t> ids, std::string_view text) {
  edit_captions(project, FW_TEXT("edits", "Edit captions"), ids, Changed::first,
                [&](const std::string&) { return text; });
}

void remove_captions(Project& project, std::span<const int64_t> ids) {
  edit_each(project, FW_TEXT("edits", "Remove captions"), ids,
            [](SQLite::Database& database, int64_t id) { put_all_captions(database, id, {}); });
}

std::vector<CaptionChange> preview_replace(const Project& project, std::span<const int64_t> ids,
                                           const TextPattern& pattern, size_t limit) {
  return preview_changes(project, ids, limit, [&](const std::string& text) {
    return text.empty() ? TextPattern::Result() : pattern.replace(text);
  });
}

int64_t replace_in_captions(Project& project, std::span<const int64_t> ids, const TextPattern& pattern) {
  return edit_captions(
      project, FW_TEXT("edits", "Find and replace in captions"), ids, Changed::all,
      [&](const std::string& text) { return text.empty() ? text : pattern.replace(text).text; });
}

int64_t add_prefix(Project& project, std::span<const int64_t> ids, std::string_view prefix) {
  return edit_captions(project, FW_TEXT("edits", "Add a prefix to captions"), ids, Changed::all,
                       with_prefix(prefix));
}

int64_t add_suffix(Project& project, std::span<const int64_t> ids, std::string_view suffix) {
  return edit_captions(project, FW_TEXT("edits", "Add a suffix to captions"), ids, Changed::all,
                       with_suffix(suffix));
}

std::vector<CaptionChange> preview_prefix(const Project& project, std::span<const int64_t> ids,
                                          std::string_view prefix, size_t limit) {
  return preview_changes(project, ids, limit, [with = with_prefix(prefix)](const std::string& text) {
    return TextPattern::Result{with(text), 1};
  });
}

std::vector<CaptionChange> preview_suffix(const Project& project, std::span<const int64_t> ids,
                                          std::string_view suffix, size_t limit) {
  return preview_changes(project, ids, limit, [with = with_suffix(suffix)](const std::string& text) {
    return TextPattern::Result{with(text), 1};
  });
}

bool captioner_may_write(const std::optional<Caption>& caption, CaptionerMay may) {
  if (!caption || may == CaptionerMay::propose) return true;
  const bool by_machine =
      caption->origin == CaptionOrigin::command || caption->origin == CaptionOrigin::server;
  return may == CaptionerMay::replace_machine && by_machine;
}

bool put_captioner_caption(Project& project, int64_t clip_id, std::string_view text, CaptionOrigin origin,
                           CaptionerMay may, int64_t& step) {
  const std::string normal = checked_caption(clip_id, text);
  bool written = false;
  if (may == CaptionerMay::propose) {
    step = project.edit(
        FW_TEXT("edits", "Propose captions"),
        [&](SQLite::Database& database) { written = put_proposal(database, clip_id, normal, origin); }, step);
    return written;
  }
  const auto put = [&](SQLite::Database& database) {
    SQLite::Statement query(database, "SELECT origin FROM captions WHERE clip_id = ?");
    std::optional<Caption> present;
    if (first_row(query, clip_id))
      present = Caption{.origin = caption_origin(query.getColumn(0).getString())};
    written = !normal.empty() && captioner_may_write(present, may) &&
              put_caption(database, clip_id, normal, origin);
  };
  step = project.edit(FW_TEXT("edits", "Caption clips with a captioner"), put, step);
  return written;
}

int64_t count_proposals(const Project& project, std::span<const int64_t> ids) {
  return project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database, "SELECT 1 FROM caption_proposals WHERE clip_id = ?");
    return static_cast<int64_t>(std::ranges::count_if(ids, [&](int64_t id) { return first_row(query, id); }));
  });
}

void accept_proposals(Project& project, std::span<const int64_t> ids) {
  edit_each(
      project, FW_TEXT("edits", "Accept proposed captions"), ids, [](SQLite::Database& database, int64_t id) {
        SQLite::Statement query(database, "SELECT text, origin FROM caption_proposals WHERE clip_id = ?");
        if (!first_row(query, id)) return;
        put_caption(database, id, query.getColumn(0).getString(),
                    caption_origin(query.getColumn(1).getString()));
        drop_proposal(database, id);
      });
}

void accept_proposal(Project& project, int64_t clip_id, std::string_view edited) {
  const std::string normal = checked_caption(clip_id, edited);
  project.edit(FW_TEXT("edits", "Accept a proposed caption"), [&](SQLite::Database& database) {
    put_caption(database, clip_id, normal, CaptionOrigin::person);
    drop_proposal(database, clip_id);
  });
}

void set_proposal(Project& project, int64_t clip_id, std::string_view text) {
  const std::string normal = checked_caption(clip_id, text);
  project.edit(FW_TEXT("edits", "Edit a proposed caption"), [&](SQLite::Database& database) {
    if (normal.empty()) return drop_proposal(database, clip_id);
    run(database, "UPDATE caption_proposals SET text = ?, changed_ms = ? WHERE clip_id = ?", normal, now_ms(),
        clip_id);
  });
}

void refuse_proposals(Project& project, std::span<const int64_t> ids) {
  edit_each(project, FW_TEXT("edits", "Refuse proposed captions"), ids, drop_proposal);
}

}  // namespace fw::project
