// SPDX-License-Identifier: Apache-2.0
#include "project/token_counts.h"

#include "dataset/dataset_manifest.h"
#include "project/rows.h"

namespace fw::project {

namespace {

/// A text has at most one more token than bytes (the end token): shorter ones need no counting.
constexpr const char* select_uncounted =
    "SELECT t.clip_id, t.changed_ms, t.text FROM captions t"
    " LEFT JOIN caption_tokens k ON k.clip_id = t.clip_id"
    " WHERE length(CAST(t.text AS BLOB)) >= ?"
    " AND (k.clip_id IS NULL OR k.changed_ms <> t.changed_ms OR k.counter <> ?)";

}  // namespace

TokenCounts count_tokens(const Project& project, const TokenCounter& counter, const std::stop_token& stop) {
  TokenCounts counts{.counter = counter.name + '\n' + counter.id_token};
  const auto token_bytes = static_cast<int64_t>(dataset::with_id_token("", counter.id_token).size());
  project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database, select_uncounted);
    for (bool more = first_row(query, counter.limit - token_bytes - 1, counts.counter); more;
         more = query.executeStep()) {
      if (stop.stop_requested()) throw Cancelled();
      const std::string text = dataset::with_id_token(query.getColumn(2).getString(), counter.id_token);
      counts.captions.push_back({query.getColumn(0).getInt64(), query.getColumn(1).getInt64(),
                                 counter.count(text).kept_bytes < text.size()});
    }
    SQLite::Statement others(database, "SELECT 1 FROM caption_tokens WHERE counter <> ? LIMIT 1");
    counts.are_others = first_row(others, counts.counter);
  });
  return counts;
}

void keep_token_counts(Project& project, const TokenCounts& counts) {
  project.write([&](SQLite::Database& database) {
    run(database, "DELETE FROM caption_tokens WHERE counter <> ?", counts.counter);
    SQLite::Statement insert(database,
                             "INSERT OR REPLACE INTO caption_tokens (clip_id, changed_ms, counter, is_long)"
                             " SELECT id, ?, ?, ? FROM clips WHERE id = ?");
    for (const TokenCounts::Caption& each : counts.captions)
      run(insert, each.changed_ms, counts.counter, each.is_long, each.clip_id);
  });
}

}  // namespace fw::project
