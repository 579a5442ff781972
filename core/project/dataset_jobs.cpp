// SPDX-License-Identifier: Apache-2.0
#include "project/dataset_jobs.h"

#include "base/paths.h"
#include "project/captioner.h"
#include "project/export.h"
#include "project/figures.h"
#include "project/import.h"
#include "project/relink.h"
#include "project/runs.h"

namespace fw::project {

namespace {

using engine_api::JobContext;
using engine_api::Outcome;
using nlohmann::json;

constexpr ErrorCode bad_parameter{"project.bad_parameter", FW_TEXT("errors", "\"{value}\" is no {what}."),
                                  FW_TEXT("errors", "Possible are: {choices}."), Blame::input};

std::vector<std::filesystem::path> paths_of(const json& list) {
  std::vector<std::filesystem::path> paths;
  for (const auto& text : list) paths.emplace_back(text.get<std::string>());
  return paths;
}

ClipFilter filter_of(const json& params) {
  auto parsed = ClipFilter::parse(params.value("filter", std::string()));
  if (const auto* faults = std::get_if<std::vector<Fault>>(&parsed)) throw Error(faults->front());
  return std::get<ClipFilter>(std::move(parsed));
}

std::vector<config::Bucket> buckets_of(const json& params) {
  std::vector<config::Bucket> buckets;
  for (const auto& text : params.value("buckets", json::array())) {
    const auto bucket = config::parse_bucket(text.get<std::string>());
    if (!bucket) {
      throw Error(
          bad_parameter,
          {{"value", text.get<std::string>()}, {"what", "bucket"}, {"choices", "FxHxW, as 49x480x720"}});
    }
    buckets.push_back(*bucket);
  }
  return buckets;
}

WorkOptions work_of(const json& params, JobContext& context) {
  return {.threads = params.value("threads", 0),
          .on_progress = [&context](const Progress& progress) { context.progress(progress); },
          .stop = context.stop()};
}

json run_import(Project& project, const json& params, JobContext& context) {
  ListOptions list;
  list.layout = layout_from_text(params.value("layout", std::string("automatic")));
  list.caption_column = params.value("caption_column", list.caption_column);
  list.video_column = params.value("video_column", list.video_column);
  list.data_root = params.value("data_root", std::string());
  list.caption_extension = params.value("caption_extension", list.caption_extension);
  ImportOptions options;
  options.min_frames = params.value("min_frames", options.min_frames);
  options.work = work_of(params, context);
  const ImportReport report = import_clips(project, paths_of(params.at("paths")), list, options);
  return {{"imported", report.imported},
          {"already_there", report.already_there},
          {"faults", report.faults},
          {"warnings", report.warnings},
          {"more_faults", report.more_faults}};
}

json run_export(Project& project, const json& params, JobContext& context) {
  ExportOptions options;
  options.layout = layout_from_text(params.value("layout", std::string("lists")));
  options.clips = params.value("cut", false) ? ExportedClips::cut : ExportedClips::by_reference;
  options.filter = filter_of(params);
  options.id_token = params.value("id_token", std::string());
  options.buckets = buckets_of(params);
  options.fps = params.value("fps", options.fps);
  options.long_clips = params.value("split", false) ? config::LongClips::split : config::LongClips::beginning;
  options.crf = params.value("crf", options.crf);
  options.work = work_of(params, context);
  const std::filesystem::path folder = params.at("folder").get<std::string>();
  const ExportReport report = export_clips(project, folder, options);
  context.artifact("dataset", to_utf8(std::filesystem::absolute(folder)));
  return {{"clips", report.clips}, {"files", report.files}, {"faults", report.faults}};
}

json run_measure(Project& project, const json& params, JobContext& context) {
  return {{"faults", measure_clips(project, work_of(params, context))}};
}

json run_caption(Project& project, const json& params, JobContext& context) {
  Captioner captioner;
  captioner.command = params.value("command", std::string());
  captioner.url = params.value("url", std::string());
  captioner.model = params.value("model", std::string());
  captioner.api_key_variable = params.value("api_key_variable", std::string());
  captioner.prompt = params.value("prompt", captioner.prompt);
  captioner.frames = params.value("frames", captioner.frames);
  captioner.timeout_s = params.value("timeout_s", captioner.timeout_s);
  CaptionerOptions options;
  options.filter = filter_of(params);
  options.may =
      params.value("replace_machine", false) ? CaptionerMay::replace_machine : CaptionerMay::fill_empty;
  options.work = work_of(params, context);
  options.work.threads = params.value("parallel", 1);
  const CaptionerReport report = caption_clips(project, captioner, options);
  return {{"written", report.written}, {"kept", report.kept}, {"faults", report.faults}};
}

json run_relink(Project& project, const json& params, JobContext& context) {
  const RelinkReport report =
      relink_sources(project, paths_of(params.at("folders")), work_of(params, context));
  return {{"relinked", report.relinked}, {"still_missing", report.still_missing}};
}

json run_reindex(Project& project, const json& params, JobContext& context) {
  const ReindexReport report = reindex_runs(project, work_of(params, context));
  return {{"runs", report.runs}, {"events", report.events}, {"faults", report.faults}};
}

}  // namespace

Layout layout_from_text(const std::string& text) {
  constexpr std::pair<std::string_view, Layout> names[]{{"automatic", Layout::automatic},
                                                        {"lists", Layout::lists},
                                                        {"sidecars", Layout::sidecars},
                                                        {"csv", Layout::csv},
                                                        {"jsonl", Layout::jsonl}};
  for (const auto& [name, layout] : names) {
    if (name == text) return layout;
  }
  throw Error(bad_parameter,
              {{"value", text}, {"what", "layout"}, {"choices", "automatic, lists, sidecars, csv, jsonl"}});
}

std::vector<engine_api::JobKind> dataset_job_kinds(const OpenProject& open) {
  using Work = json (*)(Project&, const json&, JobContext&);
  constexpr std::pair<const char*, Work> works[]{
      {"dataset_import", run_import},   {"dataset_export", run_export}, {"dataset_measure", run_measure},
      {"dataset_caption", run_caption}, {"project_relink", run_relink}, {"project_reindex", run_reindex}};
  std::vector<engine_api::JobKind> kinds;
  for (const auto& [name, work] : works) {
    kinds.push_back({name, {}, [open, work = work](const json& params) {
                       return engine_api::make_job([open, work, params](JobContext& context) {
                         Project project = open(params.at("project").get<std::string>());
                         return Outcome::finished(work(project, params, context));
                       });
                     }});
  }
  return kinds;
}

}  // namespace fw::project
