// SPDX-License-Identifier: Apache-2.0
#include "workflow/dataset_jobs.h"

#include "base/paths.h"
#include "project/figures.h"
#include "project/import_problems.h"

namespace fw::workflow {

namespace {

using engine_api::JobContext;
using engine_api::JobKind;
using engine_api::Outcome;

constexpr ErrorCode bad_bucket{"workflow.bad_bucket", FW_TEXT("errors", "\"{value}\" is not a bucket."),
                               FW_TEXT("errors", "Write frames, height and width as 49x480x720."),
                               Blame::input};

project::ClipFilter filter_of(const std::string& text) {
  auto parsed = project::ClipFilter::parse(text);
  if (const auto* faults = std::get_if<std::vector<Fault>>(&parsed)) throw Error(faults->front());
  return std::get<project::ClipFilter>(std::move(parsed));
}

catalog::Bucket bucket_of(const std::string& text) {
  if (const auto bucket = catalog::parse_bucket(text)) return *bucket;
  throw Error(bad_bucket, {{"value", text}});
}

project::WorkOptions work_of(int threads, JobContext& context) {
  return {.threads = threads,
          .on_progress = [&context](const Progress& progress) { context.progress(progress); },
          .stop = context.stop()};
}

project::ImportReport run_import(project::Project& project, const ImportRequest& request,
                                 JobContext& context) {
  project::ImportReport report =
      project::import_clips(project, request.paths, request.list,
                            {request.min_frames, request.update_captions, work_of(request.threads, context)});
  project::keep_import_problems(project, request.paths, report.faults);
  return report;
}

project::ExportReport run_export(project::Project& project, const ExportRequest& request,
                                 JobContext& context) {
  project::ExportOptions options;
  options.layout = request.layout;
  options.clips = request.cut ? project::ExportedClips::cut : project::ExportedClips::by_reference;
  options.filter = request.clips.empty() ? filter_of(request.filter) : project::ClipFilter::of(request.clips);
  options.id_token = request.id_token;
  for (const std::string& bucket : request.buckets) options.buckets.push_back(bucket_of(bucket));
  options.fps = request.fps;
  options.long_clips = request.split ? dataset::LongClips::split : dataset::LongClips::beginning;
  options.crf = request.crf;
  options.work = work_of(request.threads, context);
  const project::ExportReport report = project::export_clips(project, request.folder, options);
  context.publish(
      engine_api::FileMade{engine_api::FileMade::What::dataset, std::filesystem::absolute(request.folder)});
  return report;
}

MeasureReport run_measure(project::Project& project, const MeasureRequest& request, JobContext& context) {
  return {project::measure_clips(project, work_of(request.threads, context))};
}

captioning::CaptionerReport run_caption(project::Project& project, const CaptionRequest& request,
                                        JobContext& context) {
  captioning::CaptionerOptions options;
  options.filter = filter_of(request.filter);
  options.clips = request.clips;
  options.may = request.propose           ? project::CaptionerMay::propose
                : request.replace_machine ? project::CaptionerMay::replace_machine
                                          : project::CaptionerMay::fill_empty;
  options.work = work_of(request.parallel, context);
  return captioning::caption_clips(project, request.captioner, options);
}

project::RelinkReport run_relink(project::Project& project, const RelinkRequest& request,
                                 JobContext& context) {
  return project::relink_sources(project, request.folders, work_of(request.threads, context));
}

project::ReindexReport run_reindex(project::Project& project, const ReindexRequest& request,
                                   JobContext& context) {
  return project::reindex_runs(project, work_of(request.threads, context));
}

/// The kind whose jobs run `work` on the project named in the request.
template <typename Request, typename Report>
JobKind project_kind(const OpenProject& open,
                     Report (*work)(project::Project&, const Request&, JobContext&)) {
  return engine_api::kind_of<Request>(
      [open, work](const Request& request, JobContext& context) {
        project::Project project = open(request.project);
        return Outcome::finished(work(project, request, context));
      },
      {}, engine_api::Lane::dataset);
}

}  // namespace

std::vector<JobKind> dataset_job_kinds(const OpenProject& open) {
  return {project_kind(open, run_import),  project_kind(open, run_export), project_kind(open, run_measure),
          project_kind(open, run_caption), project_kind(open, run_relink), project_kind(open, run_reindex)};
}

}  // namespace fw::workflow
