// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/json_fields.h"
#include "captioning/captioner.h"
#include "engine_api/job.h"
#include "interchange/import_list.h"
#include "project/export.h"
#include "project/import.h"
#include "project/project.h"
#include "project/relink.h"
#include "project/runs.h"

/// Long work on projects as jobs of the queue, each with its request; results are the reports of the
/// functions that do the work.
namespace fw::workflow {

/// Opens a job's project on the job's own thread: the command line opens or creates it; the window opens its
/// own once more (Project::open_beside).
using OpenProject = std::function<project::Project(const std::filesystem::path& folder)>;

std::vector<engine_api::JobKind> dataset_job_kinds(const OpenProject& open);

/// import_clips. Result: ImportReport.
struct ImportRequest {
  static constexpr std::string_view kind = "dataset_import";
  std::filesystem::path project{};
  std::vector<std::filesystem::path> paths{};
  interchange::ListOptions list{};
  int64_t min_frames = 1;
  bool update_captions = false;  ///< see project::ImportOptions
  int threads = 0;               ///< 0: one per core
};
void describe(auto& fields, ImportRequest& request) {
  fields.need("project", request.project);
  fields.need("paths", request.paths);
  fields("layout", request.list.layout);
  fields("caption_column", request.list.caption_column);
  fields("video_column", request.list.video_column);
  fields("data_root", request.list.data_root);
  fields("caption_extension", request.list.caption_extension);
  fields("caption_lines", request.list.caption_lines);
  fields("min_frames", request.min_frames);
  fields("update_captions", request.update_captions);
  fields("threads", request.threads);
}

/// export_clips. Result: ExportReport.
struct ExportRequest {
  static constexpr std::string_view kind = "dataset_export";
  std::filesystem::path project{};
  std::filesystem::path folder{};
  interchange::Layout layout = interchange::Layout::lists;
  bool cut = false;      ///< a file for each sample instead of references
  std::string filter{};  ///< in the syntax of ClipFilter::parse
  std::string id_token{};
  std::vector<std::string> buckets{};  ///< for cut clips: "49x480x720"
  std::vector<int64_t> clips{};        ///< if not empty: these, instead of the filter's
  double fps = 0;                      ///< for cut clips; 0: as they are
  bool split = false;                  ///< several samples from long clips
  int crf = 17;
  int threads = 0;
};
void describe(auto& fields, ExportRequest& request) {
  fields.need("project", request.project);
  fields.need("folder", request.folder);
  fields("layout", request.layout);
  fields("cut", request.cut);
  fields("filter", request.filter);
  fields("clips", request.clips);
  fields("id_token", request.id_token);
  fields("buckets", request.buckets);
  fields("fps", request.fps);
  fields("split", request.split);
  fields("crf", request.crf);
  fields("threads", request.threads);
}

/// measure_clips. Result: MeasureReport.
struct MeasureRequest {
  static constexpr std::string_view kind = "dataset_measure";
  std::filesystem::path project{};
  int threads = 0;
};
void describe(auto& fields, MeasureRequest& request) {
  fields.need("project", request.project);
  fields("threads", request.threads);
}
struct MeasureReport {
  std::vector<interchange::RowFault> faults{};
};
void describe(auto& fields, MeasureReport& report) {
  fields("faults", report.faults);
}

/// caption_clips. Result: CaptionerReport.
struct CaptionRequest {
  static constexpr std::string_view kind = "dataset_caption";
  std::filesystem::path project{};
  std::string filter{};
  captioning::Captioner captioner{};
  std::vector<int64_t> clips{};  ///< if not empty: these, instead of the filter's
  bool replace_machine = false;  ///< also replace captions written by a captioner
  bool propose = false;          ///< for a person to accept or refuse; writes no captions
  int parallel = 1;              ///< clips at once
};
void describe(auto& fields, CaptionRequest& request) {
  fields.need("project", request.project);
  fields("filter", request.filter);
  describe(fields, request.captioner);
  fields("clips", request.clips);
  fields("replace_machine", request.replace_machine);
  fields("propose", request.propose);
  fields("parallel", request.parallel);
}

/// relink_sources. Result: RelinkReport.
struct RelinkRequest {
  static constexpr std::string_view kind = "project_relink";
  std::filesystem::path project{};
  std::vector<std::filesystem::path> folders{};
  int threads = 0;
};
void describe(auto& fields, RelinkRequest& request) {
  fields.need("project", request.project);
  fields.need("folders", request.folders);
  fields("threads", request.threads);
}

/// reindex_runs. Result: ReindexReport.
struct ReindexRequest {
  static constexpr std::string_view kind = "project_reindex";
  std::filesystem::path project{};
  int threads = 0;
};
void describe(auto& fields, ReindexRequest& request) {
  fields.need("project", request.project);
  fields("threads", request.threads);
}

}  // namespace fw::workflow
