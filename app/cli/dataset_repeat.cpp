// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "cli/dataset.h"
#include "project/clips.h"
#include "project/repeats.h"

namespace fw::cli {

namespace {

struct DatasetRepeatOptions {
  std::string project;
  std::vector<std::string> rules;
  bool clear = false;
};

/// "tag:portrait=3": the filter, and the number after the last equals sign.
project::Repeat parse_rule(const std::string& text) {
  const size_t equals = text.rfind('=');
  project::Repeat rule;
  if (equals == std::string::npos || !CLI::detail::lexical_cast(text.substr(equals + 1), rule.times))
    throw CLI::ValidationError("rule", text + " is not FILTER=TIMES, such as tag:portrait=3");
  rule.filter = text.substr(0, equals);
  return rule;
}

void print_rules(const Session& session, const project::Project& opened) {
  for (const project::Repeat& rule : repeats(opened)) {
    const int64_t clips = count_clips(opened, parse_filter(rule.filter));
    if (session.json)
      print_json({{"event", "repeat"}, {"filter", rule.filter}, {"times", rule.times}, {"clips", clips}});
    else
      std::printf("%4lld times  %6lld clips  %s\n", static_cast<long long>(rule.times),
                  static_cast<long long>(clips), rule.filter.c_str());
  }
}

void run_repeat(const Session& session, const DatasetRepeatOptions& options) {
  if (options.clear || !options.rules.empty()) {
    project::Project opened = open_project(options.project);
    std::vector<project::Repeat> rules = options.clear ? std::vector<project::Repeat>() : repeats(opened);
    for (const std::string& text : options.rules) {
      const project::Repeat rule = parse_rule(text);
      std::erase_if(rules, [&](const project::Repeat& other) { return other.filter == rule.filter; });
      rules.push_back(rule);
    }
    set_repeats(opened, rules);
  }
  print_rules(session, project::Project::open(options.project, project::Access::read_only));
}

}  // namespace

void add_dataset_repeat(CLI::App& group, Session& session) {
  auto options = std::make_shared<DatasetRepeatOptions>();
  CLI::App* command =
      group.add_subcommand("repeat", "Show or set how often clips are used in an epoch, by filter");
  command->add_option("project", options->project, "Project folder")->required();
  command->add_option(
      "rules", options->rules,
      "FILTER=TIMES, such as tag:portrait=3 or name:night/=2; 0 leaves clips out; the last rule "
      "that matches counts");
  command->add_flag("--clear", options->clear, "Remove all former rules");
  command->callback([&session, options] { run_repeat(session, *options); });
}

}  // namespace fw::cli
