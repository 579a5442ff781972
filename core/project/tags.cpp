// SPDX-License-Identifier: Apache-2.0
#include "project/tags.h"

#include <algorithm>

#include "project/clips.h"
#include "project/rows.h"

namespace fw::project {

namespace {

/// Normalises a tag to one line without surrounding spaces.
std::string normal_tag(std::string_view tag) {
  std::string normal(tag);
  std::ranges::replace_if(
      normal, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  const size_t begin = normal.find_first_not_of(' ');
  return begin == std::string::npos ? std::string()
                                    : normal.substr(begin, normal.find_last_not_of(' ') + 1 - begin);
}

}  // namespace

std::map<std::string, int64_t> list_tags(const Project& project) {
  return project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database, "SELECT tag, count(*) FROM clip_tags GROUP BY tag");
    std::map<std::string, int64_t> tags;
    while (query.executeStep()) tags[query.getColumn(0).getString()] = query.getColumn(1).getInt64();
    return tags;
  });
}

std::map<std::string, int64_t> tags_of(const Project& project, std::span<const int64_t> ids) {
  return project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database, "SELECT tag FROM clip_tags WHERE clip_id = ?");
    std::map<std::string, int64_t> tags;
    for (const int64_t id : ids) {
      for (bool more = first_row(query, id); more; more = query.executeStep())
        ++tags[query.getColumn(0).getString()];
    }
    return tags;
  });
}

void add_tags(Project& project, std::span<const int64_t> ids, std::span<const std::string> tags) {
  std::vector<std::string> normal;
  for (const std::string& tag : tags) normal.push_back(normal_tag(tag));
  std::erase(normal, std::string());
  edit_each(project, FW_TEXT("edits", "Add a tag"), ids, [&](SQLite::Database& database, int64_t id) {
    for (const std::string& tag : normal)
      run(database, "INSERT OR IGNORE INTO clip_tags (clip_id, tag) SELECT id, ? FROM clips WHERE id = ?",
          tag, id);
  });
}

void add_tag(Project& project, std::span<const int64_t> ids, std::string_view tag) {
  const std::string one(tag);
  add_tags(project, ids, {&one, 1});
}

void remove_tag(Project& project, std::span<const int64_t> ids, std::string_view tag) {
  edit_each(project, FW_TEXT("edits", "Remove a tag"), ids, [&](SQLite::Database& database, int64_t id) {
    run(database, "DELETE FROM clip_tags WHERE clip_id = ? AND tag = ?", id, normal_tag(tag));
  });
}

}  // namespace fw::project
