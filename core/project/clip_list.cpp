// SPDX-License-Identifier: Apache-2.0
#include "project/clip_list.h"

#include <algorithm>

#include "project/clips.h"
#include "project/rows.h"

namespace fw::project {

namespace {

std::vector<int64_t> ids_of(SQLite::Database& database, const std::string& sql,
                            const ClipFilter& filter = {}) {
  SQLite::Statement query(database, sql);
  bind_filter(query, filter);
  std::vector<int64_t> ids;
  while (query.executeStep()) ids.push_back(query.getColumn(0).getInt64());
  return ids;
}

/// A set of row ids. They are mostly dense; then a bitmap is faster than a search.
class IdSet {
 public:
  explicit IdSet(std::vector<int64_t> ids) {
    const int64_t last = ids.empty() ? 0 : std::ranges::max(ids);
    if (last / 64 > std::ssize(ids) + 1024) {
      sorted_ = std::move(ids);
      std::ranges::sort(sorted_);
      return;
    }
    bits_.resize(static_cast<size_t>(last) + 1);
    for (const int64_t id : ids) bits_[static_cast<size_t>(id)] = true;
  }
  bool contains(int64_t id) const {
    if (bits_.empty()) return std::ranges::binary_search(sorted_, id);
    return id < std::ssize(bits_) && bits_[static_cast<size_t>(id)];
  }

 private:
  std::vector<int64_t> sorted_;
  std::vector<bool> bits_;
};

/// All clips, ordered by source.
/// @param sources_in_order  a query for the ids of the sources
std::vector<int64_t> by_source(SQLite::Database& database, const char* sources_in_order) {
  struct Placed {
    int64_t source = 0;
    int64_t clip = 0;
  };
  std::vector<Placed> clips;
  SQLite::Statement query(database, "SELECT source_id, id FROM clips ORDER BY source_id, in_frame, id");
  while (query.executeStep()) clips.push_back({query.getColumn(0).getInt64(), query.getColumn(1).getInt64()});
  // Source ids are mostly dense as well: an array of the start of each source's clips replaces the search.
  std::vector<size_t> begins;
  if (!clips.empty() && clips.back().source / 16 < std::ssize(clips) + 1024)
    begins.resize(static_cast<size_t>(clips.back().source) + 1);
  for (size_t i = clips.size(); i-- > 0 && !begins.empty();) begins[static_cast<size_t>(clips[i].source)] = i;
  const auto begin_of = [&](int64_t source) {
    if (begins.empty()) return std::ranges::lower_bound(clips, source, {}, &Placed::source);
    const bool known = source < std::ssize(begins);
    return clips.begin() +
           (known ? static_cast<ptrdiff_t>(begins[static_cast<size_t>(source)]) : std::ssize(clips));
  };
  std::vector<int64_t> ids;
  ids.reserve(clips.size());
  for (const int64_t source : ids_of(database, sources_in_order)) {
    for (auto placed = begin_of(source); placed != clips.end() && placed->source == source; ++placed)
      ids.push_back(placed->clip);
  }
  return ids;
}

std::vector<int64_t> by_caption(SQLite::Database& database) {
  std::vector<int64_t> ids = ids_of(database, "SELECT id FROM clips ORDER BY id");
  const std::vector<int64_t> captioned =
      ids_of(database, "SELECT clip_id FROM captions ORDER BY substr(text, 1, 64), clip_id");
  std::erase_if(ids, [with = IdSet(captioned)](int64_t id) { return with.contains(id); });
  ids.insert(ids.end(), captioned.begin(), captioned.end());
  return ids;
}

/// All clips in order. Each query follows one index: letting SQLite sort or join 100,000 rows takes longer
/// than everything else.
std::vector<int64_t> all_in_order(SQLite::Database& database, ClipOrder order) {
  switch (order) {
    case ClipOrder::source:
      return ids_of(database, "SELECT id FROM clips ORDER BY source_id, in_frame, id");
    case ClipOrder::newest:
      return ids_of(database, "SELECT id FROM clips ORDER BY id DESC");
    case ClipOrder::name:
      return by_source(database, "SELECT id FROM sources ORDER BY path");
    case ClipOrder::width:
      return by_source(database, "SELECT id FROM sources ORDER BY width, height, id");
    case ClipOrder::frames:
      return ids_of(database, "SELECT id FROM clips ORDER BY out_frame - in_frame, id");
    case ClipOrder::seconds:
      return ids_of(database, "SELECT id FROM clips ORDER BY duration_s, id");
    case ClipOrder::caption:
      return by_caption(database);
  }
  return {};
}

/// The matching clips, by ascending id.
std::vector<int64_t> passing_clips(SQLite::Database& database, const ClipFilter& filter) {
  return ids_of(database, "SELECT c.id" + clips_where(filter) + " ORDER BY c.id", filter);
}

}  // namespace

std::string clips_where(const ClipFilter& filter) {
  return std::string(from_clips) + " WHERE " + filter.sql();
}

void bind_filter(SQLite::Statement& query, const ClipFilter& filter) {
  int index = 0;
  for (const auto& value : filter.values()) {
    std::visit([&](const auto& plain) { query.bind(++index, plain); }, value);
  }
}

std::vector<int64_t> list_clips(const Project& project, const ClipFilter& filter, ClipOrder order) {
  return project.read([&](SQLite::Database& database) {
    std::vector<int64_t> ids = all_in_order(database, order);
    if (filter == ClipFilter()) return ids;
    // Two queries that scan in table order are faster than one with random access.
    const IdSet passing(passing_clips(database, filter));
    std::erase_if(ids, [&](int64_t id) { return !passing.contains(id); });
    return ids;
  });
}

int64_t count_clips(const Project& project, const ClipFilter& filter) {
  return project.read([&](SQLite::Database& database) {
    // SQLite does not skip unused tables in an aggregate.
    if (filter == ClipFilter()) return database.execAndGet("SELECT count(*) FROM clips").getInt64();
    return static_cast<int64_t>(passing_clips(database, filter).size());
  });
}

}  // namespace fw::project
