// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "cli/dataset.h"
#include "project/clips.h"
#include "project/figures.h"

namespace fw::cli {

namespace {

struct DatasetSplitOptions {
  std::string project, filter;
  std::vector<int64_t> at;
  bool preview = false;
};

/// The frames at which each of these clips would be split.
std::vector<project::ClipCuts> cuts_of(const project::Project& opened, const DatasetSplitOptions& options) {
  std::vector<project::ClipCuts> cuts;
  for (const int64_t id : list_clips(opened, parse_filter(options.filter))) {
    project::ClipCuts request{.clip_id = id, .frames = options.at};
    if (const auto found = scene_cuts(opened, id); options.at.empty() && found) {
      for (const media::SceneCut& cut : *found) request.frames.push_back(cut.frame);
    }
    if (!request.frames.empty()) cuts.push_back(std::move(request));
  }
  return cuts;
}

void print_preview(const Session& session, std::span<const project::ClipCuts> cuts) {
  for (const project::ClipCuts& request : cuts) {
    if (session.json) {
      print_json({{"event", "cuts"}, {"clip", request.clip_id}, {"frames", request.frames}});
      continue;
    }
    std::string frames;
    for (const int64_t frame : request.frames) frames += " " + std::to_string(frame);
    std::printf("clip %lld: cuts at frames%s\n", static_cast<long long>(request.clip_id), frames.c_str());
  }
}

void split(const Session& session, const DatasetSplitOptions& options) {
  project::Project opened = open_project(options.project);
  const std::vector<project::ClipCuts> cuts = cuts_of(opened, options);
  if (options.preview) return print_preview(session, cuts);
  const size_t pieces = split_clips(opened, cuts).size();
  if (session.json)
    print_json({{"event", "split"}, {"clips", cuts.size()}, {"pieces", pieces}});
  else
    std::printf("%zu clips split into %zu; their captions and tags were copied to the pieces.\n", cuts.size(),
                pieces);
}

}  // namespace

void add_dataset_split(CLI::App& group, Session& session) {
  CLI::App* command =
      group.add_subcommand("split", "Split clips where the scene changes, or at given frames");
  auto options = std::make_shared<DatasetSplitOptions>();
  command->add_option("project", options->project, "Project folder")->required();
  command->add_option("--filter", options->filter, "Only these clips, e.g. \"seconds>10\" or id:3");
  command->add_option("--at", options->at, "Split at these frames of the source instead of at scene changes");
  command->add_flag("--preview", options->preview, "Show where, without changing anything");
  command->callback([&session, options] {
    parse_filter(options->filter);  // report errors before the work
    if (options->at.empty()) {
      session.exit_code =
          run_dataset_job(session, job_of(workflow::MeasureRequest{options->project}, "Measure clips"),
                          text_only(session, &print_unmeasured));
    }
    if (session.exit_code == exit_done) split(session, *options);
  });
}

}  // namespace fw::cli
