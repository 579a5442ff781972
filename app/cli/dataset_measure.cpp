// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <map>

#include "base/join.h"
#include "cli/dataset.h"
#include "project/clips.h"
#include "project/figures.h"

namespace fw::cli {

namespace {

struct DatasetMeasureOptions {
  std::string project, filter;
  bool similar = false;
  double distance = 8;
};

/// The filter's flags for each clip.
std::map<int64_t, std::vector<std::string>> flags_of(const project::Project& opened) {
  std::map<int64_t, std::vector<std::string>> flags;
  for (const char* flag : {"dark", "black", "frozen", "letterboxed", "blurred", "similar", "cuttable"}) {
    for (const int64_t id : list_clips(opened, parse_filter(std::string("is:") + flag)))
      flags[id].emplace_back(flag);
  }
  return flags;
}

void print_text(int64_t id, const media::ClipAnalysis& measured, const std::vector<std::string>& flags,
                const std::string& file) {
  const media::QualityFigures& q = measured.quality;
  const std::string words = join(flags, ",");
  std::printf("%6lld %6.2f %6.0f %7.0f %9.1f %7.4f %5.1f %9.0f %5zu  %s  %s\n", static_cast<long long>(id),
              q.brightness, 100 * q.black_share, 100 * q.frozen_share, q.longest_freeze_s, q.motion,
              100 * std::max({q.bar_top, q.bar_bottom, q.bar_left, q.bar_right}), q.sharpness,
              measured.cuts.size(), words.empty() ? "-" : words.c_str(), file.c_str());
}

void print_figures(const Session& session, const DatasetMeasureOptions& options) {
  const project::Project opened = project::Project::open(options.project, project::Access::read_only);
  auto flags = flags_of(opened);
  if (!session.json)
    std::printf("%6s %6s %6s %7s %9s %7s %5s %9s %5s  %s\n", "clip", "light", "black%", "frozen%",
                "longest s", "motion", "bars%", "sharpness", "cuts", "flags, file");
  visit_clips(opened, parse_filter(options.filter), [&](const project::ClipRow& row) {
    const auto measured = figures(opened, row.clip.id);
    if (!measured) return;
    if (!session.json) return print_text(row.clip.id, *measured, flags[row.clip.id], row.source.path);
    print_json({{"event", "figures"},
                {"clip", row.clip.id},
                {"file", row.source.path},
                {"figures", measured->quality},
                {"cuts", measured->cuts.size()},
                {"flags", flags[row.clip.id]}});
  });
}

void print_similar(const Session& session, const DatasetMeasureOptions& options) {
  project::Project opened = open_project(options.project);
  for (const std::vector<int64_t>& group : find_similar(opened, options.distance)) {
    if (session.json) {
      print_json({{"event", "similar"}, {"clips", group}});
      continue;
    }
    std::string ids;
    for (const int64_t id : group) ids += " " + std::to_string(id);
    std::printf("look alike:%s\n", ids.c_str());
  }
}

}  // namespace

void add_dataset_measure(CLI::App& group, Session& session) {
  CLI::App* command = group.add_subcommand("measure",
                                           "Measure brightness, black and frozen frames, bars, sharpness and "
                                           "scene cuts of each clip; removes nothing");
  auto options = std::make_shared<DatasetMeasureOptions>();
  command->add_option("project", options->project, "Project folder")->required();
  command->add_option("--filter", options->filter,
                      "Show only these clips, e.g. \"is:blurred\" or \"black>0.2\"");
  command->add_flag("--similar", options->similar, "Find clips that look alike");
  command->add_option("--distance", options->distance, "How many of 64 bits may differ between similar clips")
      ->capture_default_str();
  command->callback([&session, options] {
    parse_filter(options->filter);  // report errors before the work
    session.exit_code =
        run_dataset_job(session, job_of(workflow::MeasureRequest{options->project}, "Measure clips"),
                        text_only(session, &print_unmeasured));
    if (session.exit_code != exit_done) return;
    if (options->similar) print_similar(session, *options);
    print_figures(session, *options);
  });
}

}  // namespace fw::cli
