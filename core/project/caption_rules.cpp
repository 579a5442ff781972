// SPDX-License-Identifier: Apache-2.0
#include "project/caption_rules.h"

#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "dataset/dataset_manifest.h"

namespace fw::project {

namespace {

using dataset::CaptionRules;

constexpr ErrorCode bad_caption_rules{
    "project.bad_caption_rules", FW_TEXT("errors", "Captions cannot be changed so: {reason}."),
    FW_TEXT("errors",
            "Write texts as UTF-8, keep at most 100 tags, and choose 1 to 64 versions and a chance from 0 to "
            "1."),
    Blame::input};

constexpr std::string_view caption_rules_key = "caption_rules";

/// Visits all rules except the trigger word, which has its own setting.
void visit_rules(auto&& rules, auto&& visit) {
  visit("prefix", rules.prefix);
  visit("suffix", rules.suffix);
  visit("shuffle_tags", rules.shuffles_tags);
  visit("tag_dropout", rules.tag_dropout);
  visit("tag_separator", rules.tag_separator);
  visit("kept_tags", rules.kept_tags);
  visit("choices", rules.has_choices);
  visit("versions", rules.versions);
}

/// Why they cannot be used; empty if they can.
std::string fault_of_rules(const CaptionRules& rules) {
  for (const std::string* text : {&rules.trigger, &rules.prefix, &rules.suffix, &rules.tag_separator})
    if (!dataset::normal_caption(*text)) return "a text is not UTF-8";
  if (rules.varies_tags() && rules.tag_separator.empty()) return "tags need a separator";
  if (!(rules.tag_dropout >= 0 && rules.tag_dropout <= 1)) return "the chance is not from 0 to 1";
  if (rules.kept_tags < 0 || rules.kept_tags > dataset::most_kept_tags)
    return std::to_string(rules.kept_tags) + " tags cannot be kept";
  if (rules.versions < 1 || rules.versions > dataset::most_caption_versions)
    return std::to_string(rules.versions) + " versions cannot be encoded";
  return {};
}

}  // namespace

CaptionRules caption_rules(const Project& project) {
  CaptionRules rules;
  const nlohmann::json stored = parse_json(setting(project, caption_rules_key));
  try {
    if (stored.is_object())
      visit_rules(rules, [&](const char* key, auto& value) {
        if (const auto found = stored.find(key); found != stored.end()) found->get_to(value);
      });
  } catch (const nlohmann::json::exception&) {
    rules = {};
  }
  if (!fault_of_rules(rules).empty()) rules = {};
  rules.trigger = setting(project, "id_token");
  return rules;
}

CaptionRules caption_rules(const Project& project, const std::string& trigger) {
  CaptionRules rules = caption_rules(project);
  if (!trigger.empty()) rules.trigger = trigger;
  return rules;
}

void set_caption_rules(Project& project, const CaptionRules& rules) {
  if (const std::string reason = fault_of_rules(rules); !reason.empty())
    throw Error(bad_caption_rules, {{"reason", reason}});
  CaptionRules normal = rules;
  for (std::string* text : {&normal.trigger, &normal.prefix, &normal.suffix})
    *text = dataset::normal_caption(*text).value();
  nlohmann::json stored;
  const CaptionRules usual;
  visit_rules(normal, [&](const char* key, const auto& value) { stored[key] = value; });
  visit_rules(usual, [&](const char* key, const auto& value) {
    if (stored.at(key) == nlohmann::json(value)) stored.erase(key);
  });
  const std::string text = stored.empty() ? std::string() : stored.dump();
  const bool has_new_text = setting(project, caption_rules_key) != text,
             has_new_trigger = setting(project, "id_token") != normal.trigger;
  project.edit(FW_TEXT("edits", "Change the rules for captions"), [&](SQLite::Database& database) {
    if (has_new_text) put_setting(database, caption_rules_key, text);
    if (has_new_trigger) put_setting(database, "id_token", normal.trigger);
  });
}

std::vector<std::string> captions_of(const ClipRow& row) {
  std::vector<std::string> captions;
  if (row.caption) captions.push_back(row.caption->text);
  captions.insert(captions.end(), row.more_captions.begin(), row.more_captions.end());
  return captions;
}

bool change_captions(const CaptionRules& rules) {
  CaptionRules with_trigger;
  with_trigger.trigger = rules.trigger;
  return rules != with_trigger;
}

}  // namespace fw::project
