// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "cli/dataset.h"
#include "project/caption_rules.h"

namespace fw::cli {

namespace {

struct CaptionRulesOptions {
  std::string project;
  std::optional<std::string> trigger, prefix, suffix, separator;
  std::optional<bool> shuffle, choices;
  std::optional<int64_t> keep, versions;
  std::optional<double> dropout;
  std::vector<int64_t> preview;
  bool clear = false;

  bool changes() const {
    return clear || trigger || prefix || suffix || separator || shuffle || choices || keep || versions ||
           dropout;
  }
};

void change(project::Project& opened, const CaptionRulesOptions& options) {
  dataset::CaptionRules rules = options.clear ? dataset::CaptionRules() : caption_rules(opened);
  const auto take = [](auto& rule, const auto& wanted) {
    if (wanted) rule = *wanted;
  };
  take(rules.trigger, options.trigger);
  take(rules.prefix, options.prefix);
  take(rules.suffix, options.suffix);
  take(rules.tag_separator, options.separator);
  take(rules.shuffles_tags, options.shuffle);
  take(rules.has_choices, options.choices);
  take(rules.kept_tags, options.keep);
  take(rules.versions, options.versions);
  take(rules.tag_dropout, options.dropout);
  set_caption_rules(opened, rules);
}

void print_rules(const Session& session, const dataset::CaptionRules& rules) {
  const nlohmann::json object{{"event", "caption_rules"},
                              {"trigger", rules.trigger},
                              {"prefix", rules.prefix},
                              {"suffix", rules.suffix},
                              {"shuffle_tags", rules.shuffles_tags},
                              {"keep_tags", rules.kept_tags},
                              {"tag_separator", rules.tag_separator},
                              {"tag_dropout", rules.tag_dropout},
                              {"choices", rules.has_choices},
                              {"versions", rules.versions}};
  if (session.json) return print_json(object);
  for (const auto& [key, value] : object.items())
    if (key != "event") std::printf("%-14s %s\n", key.c_str(), value.dump().c_str());
}

void print_texts(const Session& session, const project::Project& opened, int64_t clip) {
  const dataset::CaptionRules rules = caption_rules(opened);
  const std::vector<std::string> texts = dataset::texts_of(captions_of(read_clip(opened, clip)), rules);
  if (session.json) return print_json({{"event", "texts"}, {"clip", clip}, {"texts", texts}});
  for (const std::string& text : texts) std::printf("%lld: %s\n", static_cast<long long>(clip), text.c_str());
}

void run_caption_rules(const Session& session, const CaptionRulesOptions& options) {
  if (options.changes()) {
    project::Project opened = open_project(options.project);
    change(opened, options);
  }
  const project::Project opened = project::Project::open(options.project, project::Access::read_only);
  print_rules(session, caption_rules(opened));
  for (const int64_t clip : options.preview) print_texts(session, opened, clip);
}

}  // namespace

void add_dataset_caption_rules(CLI::App& group, Session& session) {
  auto options = std::make_shared<CaptionRulesOptions>();
  CLI::App* command = group.add_subcommand(
      "caption-rules", "Show or set how captions become the texts that training encodes; the captions stay");
  command->add_option("project", options->project, "Project folder")->required();
  command->add_option("--trigger", options->trigger, "Word in front of every text; empty: none");
  command->add_option("--prefix", options->prefix, "Text after the trigger word");
  command->add_option("--suffix", options->suffix, "Text at the end");
  command->add_option("--shuffle-tags", options->shuffle,
                      "true: captions are lists of tags, and each version has them in another order");
  command->add_option(
      "--keep-tags", options->keep,
      "This many tags at the beginning keep their places and are never left out (default: 1)");
  command->add_option("--tag-separator", options->separator, "Between tags (default: a comma)");
  command->add_option("--tag-dropout", options->dropout, "Chance of each tag to be left out, from 0 to 1");
  command->add_option("--choices", options->choices, "true: \"{red|green} ball\" stands for either");
  command->add_option(
      "--versions", options->versions,
      "Texts of each caption with choices or varied tags, 1 to 64 (default: 8). Each is encoded once before "
      "training, and every step draws one by the run's seed");
  command->add_option("--preview", options->preview, "Also show the texts of these clips");
  command->add_flag("--clear", options->clear, "Remove all former rules, the trigger word too");
  command->callback([&session, options] { run_caption_rules(session, *options); });
}

}  // namespace fw::cli
