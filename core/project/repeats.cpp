// SPDX-License-Identifier: Apache-2.0
#include "project/repeats.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "project/clip_filter.h"
#include "project/clips.h"
#include "project/rows.h"

namespace fw::project {

namespace {

constexpr ErrorCode bad_repeats{
    "project.bad_repeats", FW_TEXT("errors", "Clips cannot be used {times} times in an epoch."),
    FW_TEXT("errors", "Choose a number from 0 to 1000; 0 leaves the clips out."), Blame::input};

constexpr std::string_view setting_key = "repeats";

}  // namespace

std::vector<Repeat> repeats(const Project& project) {
  std::vector<Repeat> rules;
  const nlohmann::json list = parse_json(setting(project, setting_key));
  if (!list.is_array()) return rules;
  for (const nlohmann::json& entry : list) {
    if (!entry.is_array() || entry.size() != 2 || !entry[0].is_string() || !entry[1].is_number_integer())
      continue;
    rules.push_back(
        {entry[0].get<std::string>(), std::clamp<int64_t>(entry[1].get<int64_t>(), 0, most_repeats)});
  }
  return rules;
}

void check_repeats(std::span<const Repeat> rules) {
  for (const Repeat& rule : rules) {
    const auto parsed = ClipFilter::parse(rule.filter);
    if (const auto* faults = std::get_if<std::vector<Fault>>(&parsed)) throw Error(faults->front());
    check_times(rule.times);
  }
}

void put_repeats(SQLite::Database& database, std::span<const Repeat> rules) {
  nlohmann::json list = nlohmann::json::array();
  for (const Repeat& rule : rules) list.push_back({rule.filter, rule.times});
  put_setting(database, setting_key, list.empty() ? "" : list.dump());
}

void set_repeats(Project& project, std::span<const Repeat> rules) {
  check_repeats(rules);
  project.edit(FW_TEXT("edits", "Change repeats"),
               [&](SQLite::Database& database) { put_repeats(database, rules); });
}

std::map<int64_t, int64_t> clip_times(const Project& project) {
  std::map<int64_t, int64_t> times;
  for (const Repeat& rule : repeats(project)) {
    const auto parsed = ClipFilter::parse(rule.filter);
    if (const auto* filter = std::get_if<ClipFilter>(&parsed))
      for (const int64_t id : list_clips(project, *filter)) times[id] = rule.times;
  }
  project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database, "SELECT clip_id, times FROM clip_weights WHERE times IS NOT NULL");
    while (query.executeStep()) times[query.getColumn(0).getInt64()] = query.getColumn(1).getInt64();
  });
  return times;
}

void check_times(int64_t times) {
  if (times < 0 || times > most_repeats) throw Error(bad_repeats, {{"times", times}});
}

}  // namespace fw::project
