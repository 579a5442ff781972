// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "cli/dataset.h"
#include "project/clips.h"
#include "project/weights.h"

namespace fw::cli {

namespace {

struct WeighOptions {
  std::string project;
  std::optional<std::string> filter;
  project::SetRule rule;
  bool remove = false, clear = false;
};

void print_sets(const Session& session, const project::Project& opened) {
  const auto number = [](const std::optional<double>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json();
  };
  for (const project::SetRule& rule : set_rules(opened)) {
    const nlohmann::json set{{"event", "set"},
                             {"filter", rule.filter},
                             {"clips", count_clips(opened, parse_filter(rule.filter))},
                             {"loss_weight", number(rule.loss_weight)},
                             {"caption_dropout", number(rule.caption_dropout)},
                             {"share", number(rule.share)},
                             {"regularises", rule.regularises}};
    if (session.json) {
      print_json(set);
      continue;
    }
    std::printf("%6s clips  %s\n", set["clips"].dump().c_str(), rule.filter.c_str());
    for (const char* key : {"loss_weight", "caption_dropout", "share"})
      if (!set[key].is_null()) std::printf("        %-15s %s\n", key, set[key].dump().c_str());
    if (rule.regularises) std::printf("        regularises     texts without the trigger word\n");
  }
}

void run_weigh(const Session& session, const WeighOptions& options) {
  if (options.clear || options.filter) {
    project::Project opened = open_project(options.project);
    std::vector<project::SetRule> rules = options.clear ? std::vector<project::SetRule>() : set_rules(opened);
    if (options.filter) {
      project::SetRule rule = options.rule;
      rule.filter = *options.filter;
      std::erase_if(rules, [&](const project::SetRule& other) { return other.filter == rule.filter; });
      if (!options.remove) rules.push_back(std::move(rule));
    }
    set_set_rules(opened, rules);
  }
  print_sets(session, project::Project::open(options.project, project::Access::read_only));
}

}  // namespace

void add_dataset_weigh(CLI::App& group, Session& session) {
  auto options = std::make_shared<WeighOptions>();
  CLI::App* command = group.add_subcommand(
      "weigh",
      "Show or set how much sets of clips count: their loss, their share of draws, dropped captions");
  command->add_option("project", options->project, "Project folder")->required();
  command->add_option("filter", options->filter,
                      "The set, such as tag:class, name:night/ or is:image; replaces its former rule");
  command->add_option("--loss-weight", options->rule.loss_weight, "Factor of the loss of its clips");
  command->add_option(
      "--caption-dropout", options->rule.caption_dropout,
      "How often a caption of it is replaced by the empty one, instead of data.caption_dropout_p");
  command->add_option("--share", options->rule.share,
                      "Share of all draws, such as 0.2; clips without a share are drawn once in an epoch");
  command->add_flag(
      "--regularisation", options->rule.regularises,
      "Clips of things that the model must not forget: texts without the trigger word; give their "
      "loss a weight as well");
  command->add_flag("--remove", options->remove, "Remove the rule of this set");
  command->add_flag("--clear", options->clear, "Remove all former rules");
  command->callback([&session, options] { run_weigh(session, *options); });
}

}  // namespace fw::cli
