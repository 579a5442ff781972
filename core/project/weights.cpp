// SPDX-License-Identifier: Apache-2.0
#include "project/weights.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "dataset/dataset_manifest.h"
#include "project/clip_filter.h"
#include "project/clips.h"
#include "project/repeats.h"
#include "project/rows.h"

namespace fw::project {

namespace {

constexpr ErrorCode bad_loss_weight{
    "project.bad_loss_weight", FW_TEXT("errors", "The loss of clips cannot have the weight {value}."),
    FW_TEXT("errors", "Choose a number from 0 to 100; 1 is usual."), Blame::input};
constexpr ErrorCode bad_dropout{"project.bad_caption_dropout",
                                FW_TEXT("errors", "Captions cannot be dropped with a chance of {value}."),
                                FW_TEXT("errors", "Choose a number from 0 to 1."), Blame::input};
constexpr ErrorCode bad_share{"project.bad_share",
                              FW_TEXT("errors", "A set of clips cannot have the share {value} of all draws."),
                              FW_TEXT("errors", "Choose a number above 0 and below 1."), Blame::input};
constexpr ErrorCode too_large_shares{
    "project.too_large_shares", FW_TEXT("errors", "The shares of the sets add up to {sum}."),
    FW_TEXT("errors", "Choose shares that add up to 1 at most."), Blame::input};

constexpr std::string_view sets_key = "sets";
constexpr double most_shares = 0.99;  // if there are clips without a share

bool is_between(double value, double least, double most) {
  return value >= least && value <= most;  // false for NaN
}

std::optional<Fault> fault_of_set(const SetRule& rule) {
  if (rule.loss_weight && !is_between(*rule.loss_weight, 0, dataset::most_loss_weight))
    return Fault(bad_loss_weight, {{"value", *rule.loss_weight}});
  if (rule.caption_dropout && !is_between(*rule.caption_dropout, 0, 1))
    return Fault(bad_dropout, {{"value", *rule.caption_dropout}});
  if (rule.share && !(*rule.share > 0 && *rule.share < 1)) return Fault(bad_share, {{"value", *rule.share}});
  return std::nullopt;
}

nlohmann::json object_of_set(const SetRule& rule) {
  nlohmann::json object{{"filter", rule.filter}};
  if (rule.loss_weight) object["loss_weight"] = *rule.loss_weight;
  if (rule.caption_dropout) object["caption_dropout"] = *rule.caption_dropout;
  if (rule.share) object["share"] = *rule.share;
  if (rule.regularises) object["regularises"] = true;
  return object;
}

/// @return nullopt if it is of a newer version, or damaged
std::optional<SetRule> set_of_object(const nlohmann::json& object) {
  if (!object.is_object()) return std::nullopt;
  SetRule rule;
  const auto number = [&](const char* key) {
    const auto value = object.value(key, nlohmann::json());
    return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
  };
  const auto filter = object.value("filter", nlohmann::json());
  if (!filter.is_string()) return std::nullopt;
  rule.filter = filter.get<std::string>();
  rule.loss_weight = number("loss_weight");
  rule.caption_dropout = number("caption_dropout");
  rule.share = number("share");
  rule.regularises = object.value("regularises", nlohmann::json()) == true;
  return fault_of_set(rule) ? std::nullopt : std::optional(std::move(rule));
}

/// Gives the samples of each set with a share its draws.
/// @param share_of  the number of the rule that gives a clip its share
void share_draws(std::span<const SetRule> rules, std::span<const dataset::BucketAssignment> assignments,
                 const std::map<int64_t, size_t>& share_of, std::map<int64_t, ClipWeight>& weights) {
  std::map<size_t, double> samples;  // of each set
  double others = 0, shares = 0;
  for (const dataset::BucketAssignment& assignment : assignments) {
    if (!assignment.fit) continue;
    const auto weight = weights.find(assignment.clip_id);
    const int64_t times = weight == weights.end() ? 1 : weight->second.times;
    const auto count = static_cast<double>(assignment.fit->parts * times);
    const auto set = share_of.find(assignment.clip_id);
    (set == share_of.end() ? others : samples[set->second]) += count;
  }
  std::erase_if(samples, [](const auto& set) { return set.second == 0; });
  double all = others;
  for (const auto& [rule, count] : samples) {
    shares += *rules[rule].share;
    all += count;
  }
  // The clips without a share are drawn once each and have what the shares leave, which is never nothing.
  const double scale = others > 0 ? std::min(1.0, most_shares / shares) : 1 / shares;
  const double total = others > 0 ? others / (1 - shares * scale) : all;
  for (const auto& [clip, rule] : share_of)
    if (const auto set = samples.find(rule); set != samples.end())
      weights[clip].draws = *rules[rule].share * scale * total / set->second;
}

}  // namespace

std::vector<SetRule> set_rules(const Project& project) {
  std::vector<SetRule> rules;
  const nlohmann::json list = parse_json(setting(project, sets_key));
  if (!list.is_array()) return rules;
  for (const nlohmann::json& object : list)
    if (auto rule = set_of_object(object)) rules.push_back(std::move(*rule));
  return rules;
}

void set_set_rules(Project& project, std::span<const SetRule> rules) {
  set_rules_of_sets(project, repeats(project), rules);
}

void check_rules(std::span<const Repeat> repeats, std::span<const SetRule> rules) {
  check_repeats(repeats);
  double shares = 0;
  for (const SetRule& rule : rules) {
    const auto parsed = ClipFilter::parse(rule.filter);
    if (const auto* faults = std::get_if<std::vector<Fault>>(&parsed)) throw Error(faults->front());
    if (auto fault = fault_of_set(rule)) throw Error(std::move(*fault));
    shares += rule.share.value_or(0);
  }
  if (shares > 1 + 1e-9) throw Error(too_large_shares, {{"sum", shares}});
}

void set_rules_of_sets(Project& project, std::span<const Repeat> repeats, std::span<const SetRule> rules) {
  check_rules(repeats, rules);
  nlohmann::json list = nlohmann::json::array();
  for (const SetRule& rule : rules) list.push_back(object_of_set(rule));
  project.edit(FW_TEXT("edits", "Change the weights of sets"), [&](SQLite::Database& database) {
    put_repeats(database, repeats);
    put_setting(database, sets_key, list.empty() ? "" : list.dump());
  });
}

std::map<int64_t, ClipWeight> clip_weights(const Project& project,
                                           std::span<const dataset::BucketAssignment> assignments) {
  std::map<int64_t, ClipWeight> weights;
  for (const auto& [clip, times] : clip_times(project)) weights[clip].times = times;
  const std::vector<SetRule> rules = set_rules(project);
  std::map<int64_t, size_t> share_of;
  for (size_t i = 0; i < rules.size(); ++i) {
    const auto parsed = ClipFilter::parse(rules[i].filter);
    const auto* filter = std::get_if<ClipFilter>(&parsed);
    if (filter == nullptr) continue;
    for (const int64_t clip : list_clips(project, *filter)) {
      ClipWeight& weight = weights[clip];
      weight.loss_weight = rules[i].loss_weight.value_or(weight.loss_weight);
      if (rules[i].caption_dropout) weight.caption_dropout = rules[i].caption_dropout;
      if (rules[i].share) share_of[clip] = i;
      weight.regularises = weight.regularises || rules[i].regularises;
    }
  }
  project.read([&](SQLite::Database& database) {
    SQLite::Statement query(database,
                            "SELECT clip_id, loss_weight FROM clip_weights WHERE loss_weight IS NOT NULL");
    while (query.executeStep())
      weights[query.getColumn(0).getInt64()].loss_weight = query.getColumn(1).getDouble();
  });
  share_draws(rules, assignments, share_of, weights);
  return weights;
}

int64_t samples_an_epoch(const Project& project, std::span<const dataset::BucketAssignment> assignments) {
  const std::map<int64_t, ClipWeight> weights = clip_weights(project, assignments);
  double samples = 0;
  for (const dataset::BucketAssignment& assignment : assignments) {
    if (!assignment.fit) continue;
    const auto found = weights.find(assignment.clip_id);
    const ClipWeight weight = found == weights.end() ? ClipWeight() : found->second;
    samples += static_cast<double>(assignment.fit->parts * weight.times) * weight.draws;
  }
  return std::llround(samples);
}

void put_weights(SQLite::Database& database, int64_t clip_id, std::optional<int64_t> times,
                 std::optional<double> loss_weight) {
  if (times && (*times < 0 || *times > most_repeats)) times.reset();
  if (fault_of_set({.loss_weight = loss_weight})) loss_weight.reset();
  if (times || loss_weight)
    run(database, "INSERT INTO clip_weights (clip_id, times, loss_weight) VALUES (?, ?, ?)", clip_id, times,
        loss_weight);
}

void set_clip_times(Project& project, std::span<const int64_t> ids, std::optional<int64_t> times) {
  if (times) check_times(*times);
  edit_each(project, FW_TEXT("edits", "Change repeats"), ids, [&](SQLite::Database& database, int64_t id) {
    run(database,
        "INSERT INTO clip_weights (clip_id, times) SELECT id, ? FROM clips WHERE id = ?"
        " ON CONFLICT (clip_id) DO UPDATE SET times = excluded.times",
        times, id);
  });
}

void set_clip_loss_weight(Project& project, std::span<const int64_t> ids, std::optional<double> weight) {
  if (auto fault = fault_of_set({.loss_weight = weight})) throw Error(std::move(*fault));
  edit_each(project, FW_TEXT("edits", "Change loss weights"), ids,
            [&](SQLite::Database& database, int64_t id) {
              run(database,
                  "INSERT INTO clip_weights (clip_id, loss_weight) SELECT id, ? FROM clips WHERE id = ?"
                  " ON CONFLICT (clip_id) DO UPDATE SET loss_weight = excluded.loss_weight",
                  weight, id);
            });
}

}  // namespace fw::project
