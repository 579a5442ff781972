// SPDX-License-Identifier: Apache-2.0
#include "project/token_counts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "project/rows.h"

namespace fw::project {

namespace {

/// A text has at most one more token than bytes (the end token): shorter ones need no counting.
constexpr const char* select_uncounted =
    "SELECT t.clip_id, t.changed_ms, t.text,"
    " (SELECT json_group_array(m.text) FROM more_captions m WHERE m.clip_id = t.clip_id) FROM captions t"
    " LEFT JOIN caption_tokens k ON k.clip_id = t.clip_id"
    " WHERE (length(CAST(t.text AS BLOB)) >= ?1 OR t.clip_id IN"
    "  (SELECT m.clip_id FROM more_captions m WHERE length(CAST(m.text AS BLOB)) >= ?1))"
    " AND (k.clip_id IS NULL OR k.changed_ms <> t.changed_ms OR k.counter <> ?2)";

/// With the rules' additions, if there are any: counts from before they existed keep their name.
std::string name_of(const TokenCounter& counter) {
  const dataset::CaptionRules& rules = counter.rules;
  std::string name = counter.name + '\n' + rules.trigger;
  if (!rules.prefix.empty() || !rules.suffix.empty() || rules.has_choices)
    name += '\n' + rules.prefix + '\n' + rules.suffix + '\n' + (rules.has_choices ? "1" : "0");
  return name;
}

}  // namespace

TokenCounts count_tokens(const Project& project, const TokenCounter& counter, const std::stop_token& stop) {
  TokenCounts counts{.counter = name_of(counter)};
  // Of an additional blank before and after the caption as well.
  const auto added_bytes = static_cast<int64_t>(dataset::longest_text("", counter.rules).text.size()) + 2;
  project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database, select_uncounted);
    for (bool more = first_row(query, counter.limit - added_bytes - 1, counts.counter); more;
         more = query.executeStep()) {
      if (stop.stop_requested()) throw Cancelled();
      std::vector<std::string> captions =
          nlohmann::json::parse(query.getColumn(3).getString()).get<std::vector<std::string>>();
      captions.push_back(query.getColumn(2).getString());
      const bool is_long = std::ranges::any_of(captions, [&](const std::string& caption) {
        const std::string text = dataset::longest_text(caption, counter.rules).text;
        return counter.count(text).kept_bytes < text.size();
      });
      counts.captions.push_back({query.getColumn(0).getInt64(), query.getColumn(1).getInt64(), is_long});
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
