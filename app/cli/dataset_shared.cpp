// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "cli/dataset.h"
#include "cli/progress_line.h"
#include "project/clips.h"
#include "workflow/dataset_jobs.h"

namespace fw::cli {

project::Project open_project(const std::string& folder) {
  project::Project opened = project::Project::open(folder);
  for (const auto* fault : {&opened.read_only_reason(), &opened.caution()})
    if (*fault) std::fprintf(stderr, "warning: %s\n", (*fault)->full_message().c_str());
  return opened;
}

void make_project_if_missing(const std::string& folder) {
  std::error_code error;
  if (!std::filesystem::exists(std::filesystem::path(folder) / project::database_name, error))
    project::Project::create(folder);
}

int run_dataset_job(const Session& session, const std::string& kind, const std::string& title,
                    nlohmann::json params, std::function<void(const nlohmann::json&)> print,
                    std::function<void(const nlohmann::json&)> keep) {
  const auto open = [](const std::filesystem::path& folder) { return open_project(folder.string()); };
  for (engine_api::JobKind& known : workflow::dataset_job_kinds(open)) {
    if (known.name == kind) {
      const auto finish = [&](const nlohmann::json& result) -> int {
        if (keep) keep(result);
        if (!session.json) print(result);
        // Rows with faults beside good ones are told of; a list without a good one is a failure.
        const bool imported_nothing = result.value("imported", 1) + result.value("already_there", 0) == 0;
        return imported_nothing && !result.at("faults").empty() ? exit_failed : exit_done;
      };
      return run_job(session, std::move(known), {kind, title, std::move(params)}, finish);
    }
  }
  return exit_usage;
}

project::WorkOptions show_progress() {
  return {.on_progress = [display = std::make_shared<ProgressDisplay>()](const Progress& progress) {
    display->show(progress);
  }};
}

project::ClipFilter parse_filter(const std::string& text) {
  auto parsed = project::ClipFilter::parse(text);
  if (const auto* faults = std::get_if<std::vector<Fault>>(&parsed)) throw Error(faults->front());
  return std::get<project::ClipFilter>(std::move(parsed));
}

void print_faults(const char* kind, const std::vector<Fault>& faults) {
  for (const Fault& fault : faults) std::printf("%s: %s\n", kind, fault.full_message().c_str());
}

void print_row_faults(const char* kind, const nlohmann::json& faults) {
  for (const auto& row : faults) {
    const auto list = row.at("list").get<std::string>();
    const auto line = row.at("line").get<long long>();
    const std::string place =
        list + (line > 0 ? (list.empty() ? "clip " : ", line ") + std::to_string(line) : "");
    std::printf("%s: %s%s%s\n", kind, place.c_str(), place.empty() ? "" : ": ",
                row.at("fault").get<Fault>().full_message().c_str());
  }
}

}  // namespace fw::cli
