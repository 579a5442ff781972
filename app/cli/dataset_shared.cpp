// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>

#include "cli/dataset.h"
#include "cli/progress_line.h"
#include "project/clips.h"

namespace fw::cli {

project::Project open_project(const std::string& folder) {
  project::Project opened = project::Project::open(folder);
  for (const auto* fault : {&opened.read_only_reason(), &opened.caution()})
    if (*fault) std::fprintf(stderr, "warning: %s\n", (*fault)->full_message().c_str());
  return opened;
}

void make_project_if_missing(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::exists(folder / project::database_name, error)) project::Project::create(folder);
}

int run_dataset_job(const Session& session, engine_api::JobSpec spec, const PrintResult& print_result) {
  const auto open = [](const std::filesystem::path& folder) { return open_project(folder.string()); };
  auto kinds = workflow::dataset_job_kinds(open);
  const auto kind = std::ranges::find(kinds, spec.kind, &engine_api::JobKind::name);
  return run_job(session, std::move(*kind), std::move(spec), print_result);
}

ExitCode exit_of(const project::ImportReport& report) {
  const bool has_good = report.imported + report.already_there > 0;
  return has_good || report.faults.empty() ? exit_done : exit_failed;
}

void print_unmeasured(const workflow::MeasureReport& report) {
  print_row_faults("not measured", report.faults);
}

project::WorkOptions show_progress() {
  return {.on_progress = [display = std::make_shared<ProgressDisplay>()](const Progress& progress) {
    display->show(progress);
  }};
}

std::string trigger_word(const project::Project& opened, const std::string& named) {
  return named.empty() ? project::setting(opened, "id_token") : named;
}

project::ClipFilter parse_filter(const std::string& text) {
  auto parsed = project::ClipFilter::parse(text);
  if (const auto* faults = std::get_if<std::vector<Fault>>(&parsed)) throw Error(faults->front());
  return std::get<project::ClipFilter>(std::move(parsed));
}

void print_faults(const char* kind, const std::vector<Fault>& faults) {
  for (const Fault& fault : faults) std::printf("%s: %s\n", kind, fault.full_message().c_str());
}

void print_row_faults(const char* kind, const std::vector<interchange::RowFault>& faults) {
  for (const auto& [list, line, fault, clip] : faults) {
    std::string place = list;
    if (line > 0) place += ", line " + std::to_string(line);
    if (clip > 0) place += ", clip " + std::to_string(clip);
    std::printf("%s: %s%s%s\n", kind, place.c_str(), place.empty() ? "" : ": ", fault.full_message().c_str());
  }
}

}  // namespace fw::cli
