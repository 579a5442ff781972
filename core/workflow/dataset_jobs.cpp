// SPDX-License-Identifier: Apache-2.0
#include "workflow/dataset_jobs.h"

#include "base/paths.h"
#include "captioning/captioner.h"
#include "project/export.h"
#include "project/figures.h"
#include "project/import.h"
#include "project/relink.h"
#include "project/runs.h"

namespace fw::workflow {

namespace {

using engine_api::JobContext;
using engine_api::Outcome;
using nlohmann::json;

constexpr ErrorCode bad_parameter{"workflow.bad_parameter",
                                  FW_TEXT("errors", "\"{value}\" is not a valid {what}."),
                                  FW_TEXT("errors", "Possible values: {choices}."), Blame::input};

std::vector<std::filesystem::path> paths_of(const json& list) {
  std::vector<std::filesystem::path> paths;
  for (const auto& text : list) paths.emplace_back(text.get<std::string>());
  return paths;
}

project::ClipFilter filter_of(const json& params) {
  auto parsed = project::ClipFilter::parse(params.value("filter", std::string()));
  if (const auto* faults = std::get_if<std::vector<Fault>>(&parsed)) throw Error(faults->front());
  return std::get<project::ClipFilter>(std::move(parsed));
}

std::vector<catalog::Bucket> buckets_of(const json& params) {
  std::vector<catalog::Bucket> buckets;
  for (const auto& text : params.value("buckets", json::array())) {
    const auto bucket = catalog::parse_bucket(text.get<std::string>());
    if (!bucket) {
      throw Error(
          bad_parameter,
          {{"value", text.get<std::string>()}, {"what", "bucket"}, {"choices", "FxHxW, as 49x480x720"}});
    }
    buckets.push_back(*bucket);
  }
  return buckets;
}

project::WorkOptions work_of(const json& params, JobContext& context) {
  return {.threads = params.value("threads", 0),
          .on_progress = [&context](const Progress& progress) { context.progress(progress); },
          .stop = context.stop()};
}

json run_import(project::Project& project, const json& params, JobContext& context) {
  interchange::ListOptions list;
  list.layout = layout_from_text(params.value("layout", std::string("automatic")));
  list.caption_column = params.value("caption_column", list.caption_column);
  list.video_column = params.value("video_column", list.video_column);
  list.data_root = params.value("data_root", std::string());
  list.caption_extension = params.value("caption_extension", list.caption_extension);
  project::ImportOptions options;
  options.min_frames = params.value("min_frames", options.min_frames);
  options.work = work_of(params, context);
  const project::ImportReport report =
      project::import_clips(project, paths_of(params.at("paths")), list, options);
  return {{"imported", report.imported},
          {"already_there", report.already_there},
          {"faults", report.faults},
          {"warnings", report.warnings},
          {"more_faults", report.more_faults}};
}

json run_export(project::Project& project, const json& params, JobContext& context) {
  project::ExportOptions options;
  options.layout = layout_from_text(params.value("layout", std::string("lists")));
  options.clips =
      params.value("cut", false) ? project::ExportedClips::cut : project::ExportedClips::by_reference;
  options.filter = filter_of(params);
  options.id_token = params.value("id_token", std::string());
  options.buckets = buckets_of(params);
  options.fps = params.value("fps", options.fps);
  options.long_clips =
      params.value("split", false) ? dataset::LongClips::split : dataset::LongClips::beginning;
  options.crf = params.value("crf", options.crf);
  options.work = work_of(params, context);
  const std::filesystem::path folder = params.at("folder").get<std::string>();
  const project::ExportReport report = project::export_clips(project, folder, options);
  context.artifact("dataset", to_utf8(std::filesystem::absolute(folder)));
  return {{"clips", report.clips}, {"files", report.files}, {"faults", report.faults}};
}

json run_measure(project::Project& project, const json& params, JobContext& context) {
  return {{"faults", project::measure_clips(project, work_of(params, context))}};
}

json run_caption(project::Project& project, const json& params, JobContext& context) {
  captioning::Captioner captioner;
  captioner.command = params.value("command", std::string());
  captioner.url = params.value("url", std::string());
  captioner.model = params.value("model", std::string());
  captioner.api_key_variable = params.value("api_key_variable", std::string());
  captioner.prompt = params.value("prompt", captioner.prompt);
  captioner.frames = params.value("frames", captioner.frames);
  captioner.timeout_s = params.value("timeout_s", captioner.timeout_s);
  captioning::CaptionerOptions options;
  options.filter = filter_of(params);
  options.may = params.value("replace_machine", false) ? project::CaptionerMay::replace_machine
                                                       : project::CaptionerMay::fill_empty;
  options.work = work_of(params, context);
  options.work.threads = params.value("parallel", 1);
  const captioning::CaptionerReport report = captioning::caption_clips(project, captioner, options);
  return {{"written", report.written}, {"kept", report.kept}, {"faults", report.faults}};
}

json run_relink(project::Project& project, const json& params, JobContext& context) {
  const project::RelinkReport report =
      project::relink_sources(project, paths_of(params.at("folders")), work_of(params, context));
  return {{"relinked", report.relinked}, {"still_missing", report.still_missing}};
}

json run_reindex(project::Project& project, const json& params, JobContext& context) {
  const project::ReindexReport report = project::reindex_runs(project, work_of(params, context));
  return {{"runs", report.runs}, {"events", report.events}, {"faults", report.faults}};
}

}  // namespace

interchange::Layout layout_from_text(const std::string& text) {
  constexpr std::pair<std::string_view, interchange::Layout> names[]{
      {"automatic", interchange::Layout::automatic},
      {"lists", interchange::Layout::lists},
      {"sidecars", interchange::Layout::sidecars},
      {"csv", interchange::Layout::csv},
      {"jsonl", interchange::Layout::jsonl}};
  for (const auto& [name, layout] : names) {
    if (name == text) return layout;
  }
  throw Error(bad_parameter,
              {{"value", text}, {"what", "layout"}, {"choices", "automatic, lists, sidecars, csv, jsonl"}});
}

std::vector<engine_api::JobKind> dataset_job_kinds(const OpenProject& open) {
  using Work = json (*)(project::Project&, const json&, JobContext&);
  constexpr std::pair<const char*, Work> works[]{
      {"dataset_import", run_import},   {"dataset_export", run_export}, {"dataset_measure", run_measure},
      {"dataset_caption", run_caption}, {"project_relink", run_relink}, {"project_reindex", run_reindex}};
  std::vector<engine_api::JobKind> kinds;
  for (const auto& [name, work] : works) {
    kinds.push_back({name, {}, [open, work = work](const json& params) {
                       return engine_api::make_job([open, work, params](JobContext& context) {
                         project::Project project = open(params.at("project").get<std::string>());
                         return Outcome::finished(work(project, params, context));
                       });
                     }});
  }
  return kinds;
}

}  // namespace fw::workflow
