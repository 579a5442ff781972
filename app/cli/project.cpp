// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "cli/dataset.h"
#include "project/clips.h"
#include "project/relink.h"

namespace fw::cli {

namespace {

void print_info(const Session& session, const std::string& folder) {
  const project::Project opened = project::Project::open(folder, project::Access::read_only);
  const auto count = [&](const char* filter) { return count_clips(opened, parse_filter(filter)); };
  const nlohmann::json info{{"event", "project"},
                            {"folder", opened.folder().string()},
                            {"clips", count("")},
                            {"captioned", count("is:captioned")},
                            {"measured", count("is:measured")},
                            {"missing_sources", missing_sources(opened).size()},
                            {"runs", list_runs(opened).size()},
                            {"undo", opened.undo_label().value_or("")}};
  if (session.json) return print_json(info);
  for (const auto& [key, value] : info.items()) {
    if (key != "event")
      std::printf("%-16s %s\n", key.c_str(),
                  value.is_string() ? value.get<std::string>().c_str() : value.dump().c_str());
  }
}

void print_reindexed(const project::ReindexReport& report) {
  print_faults("warning", report.faults);
  std::printf("%lld runs, %lld events.\n", static_cast<long long>(report.runs),
              static_cast<long long>(report.events));
}

void print_relinked(const project::RelinkReport& report) {
  for (const std::string& path : report.still_missing) std::printf("missing: %s\n", path.c_str());
  std::printf("%lld sources relinked, %zu still missing.\n", static_cast<long long>(report.relinked),
              report.still_missing.size());
}

}  // namespace

void add_project(CLI::App& app, Session& session) {
  CLI::App* group = app.add_subcommand("project", "Inspect and repair a project folder");
  group->require_subcommand(1);
  auto folder = std::make_shared<std::string>();
  auto search = std::make_shared<std::vector<std::filesystem::path>>();
  CLI::App* info = group->add_subcommand("info", "Show what a project contains");
  CLI::App* reindex = group->add_subcommand("reindex", "Rebuild the index of runs from runs/");
  CLI::App* relink = group->add_subcommand("relink", "Find moved source files by their content");
  for (CLI::App* command : {info, reindex, relink})
    command->add_option("project", *folder, "Project folder")->required();
  relink->add_option("folders", *search, "Folder to search")->required();
  info->callback([&session, folder] { print_info(session, *folder); });
  reindex->callback([&session, folder] {
    session.exit_code = run_dataset_job(session, job_of(workflow::ReindexRequest{*folder}, "Index runs"),
                                        text_only(session, &print_reindexed));
  });
  relink->callback([&session, folder, search] {
    session.exit_code =
        run_dataset_job(session, job_of(workflow::RelinkRequest{*folder, *search}, "Relink sources"),
                        text_only(session, &print_relinked));
  });
}

}  // namespace fw::cli
