// SPDX-License-Identifier: Apache-2.0
#include "cli/dataset.h"

#include <algorithm>
#include <cstdio>

#include "base/paths.h"
#include "project/clips.h"

namespace fw::cli {

namespace {

int finish_import(const Session& session, const project::ImportReport& report) {
  if (!session.json) {
    print_row_faults("not imported", report.faults);
    print_row_faults("warning", report.warnings);
    if (report.more_faults > 0)
      std::printf("and %lld more that are not listed\n", static_cast<long long>(report.more_faults));
    std::printf("%lld clips imported, %lld already there, %zu rows with problems.\n",
                static_cast<long long>(report.imported), static_cast<long long>(report.already_there),
                report.faults.size());
    if (report.captions_updated > 0)
      std::printf("%lld captions updated.\n", static_cast<long long>(report.captions_updated));
  }
  return exit_of(report);
}

/// Swapped arguments must not turn a folder of clips into a project.
void refuse_swapped(const workflow::ImportRequest& request) {
  const auto is_project = [](const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::exists(path / project::database_name, error);
  };
  const auto named = std::ranges::find_if(request.paths, is_project);
  if (named != request.paths.end() && !is_project(request.project))
    throw CLI::ValidationError("project", to_utf8(*named) + " is a project, and " + to_utf8(request.project) +
                                              " is none: name the project first");
}

void add_import(CLI::App& group, Session& session) {
  CLI::App* command =
      group.add_subcommand("import", "Add videos, images, folders and lists; creates the project if needed");
  auto request = std::make_shared<workflow::ImportRequest>();
  command->add_option("project", request->project, "Project folder")->required();
  command
      ->add_option("paths", request->paths,
                   "Files, folders, videos.txt, metadata.csv, metadata.jsonl or a list of paths")
      ->required();
  add_choice(*command, "--layout", request->list.layout, "automatic, lists, sidecars, csv or jsonl");
  command->add_option("--caption-column,--caption_column", request->list.caption_column,
                      "Column with captions, or file of captions such as prompts.txt");
  command->add_option("--video-column,--video_column", request->list.video_column,
                      "Column with paths, or file of paths such as videos.txt");
  command->add_option("--data-root,--data_root", request->list.data_root,
                      "Folder that relative paths start at (default: the list's folder)");
  command->add_option("--caption-extension", request->list.caption_extension,
                      "Extension of caption files beside videos (default: .txt)");
  command->add_flag("--caption-lines", request->list.caption_lines,
                    "Each line of a caption file is a caption of its own; training draws one at each step");
  command->add_option("--min-frames", request->min_frames, "Skip clips that are shorter");
  command->add_flag("--update-captions", request->update_captions,
                    "Take captions that have changed since their clips were imported");
  command->callback([&session, request] {
    refuse_swapped(*request);
    make_project_if_missing(request->project);
    const auto finish = [&session](const auto& report) { return finish_import(session, report); };
    session.exit_code =
        run_dataset_job(session, job_of(*request, "Import clips"), on_result<project::ImportReport>(finish));
  });
}

void print_export(const project::ExportReport& report) {
  print_row_faults("not exported whole", report.faults);
  std::printf("%lld clips exported as %lld files.\n", static_cast<long long>(report.clips),
              static_cast<long long>(report.files));
}

void add_export(CLI::App& group, Session& session) {
  CLI::App* command = group.add_subcommand("export", "Write the clips in a layout that other trainers read");
  auto request = std::make_shared<workflow::ExportRequest>();
  command->add_option("project", request->project, "Project folder")->required();
  command->add_option("folder", request->folder, "Output folder")->required();
  add_choice(*command, "--layout", request->layout,
             "lists (prompts.txt and videos.txt), sidecars, csv or jsonl");
  command->add_option("--filter", request->filter, "Only these clips, e.g. \"is:captioned frames>=49\"");
  command->add_option("--id-token,--id_token", request->id_token, "Word added in front of every caption");
  command->add_flag("--cut", request->cut,
                    "Write cut, cropped and resized clips instead of references to the sources");
  command->add_flag("--split", request->split, "Split long clips into several samples");
  command->add_option("--buckets,--video_resolution_buckets", request->buckets, "Sizes of cut clips, FxHxW");
  command->add_option("--fps", request->fps, "Frame rate of cut clips (default: unchanged)");
  command->add_option("--crf", request->crf, "Quality of H.264 (default: 17)");
  command->callback([&session, request] {
    session.exit_code =
        run_dataset_job(session, job_of(*request, "Export clips"), text_only(session, &print_export));
  });
}

void print_clip(const Session& session, const project::ClipRow& row) {
  const std::string caption = row.caption ? row.caption->text : "";
  if (session.json) {
    return print_json(
        {{"event", "clip"},
         {"id", row.clip.id},
         {"source", row.source.path},
         {"hash", row.source.hash},
         {"in", row.clip.in_frame},
         {"out", row.clip.out_frame},
         {"width", row.source.width},
         {"height", row.source.height},
         {"fps", row.source.fps()},
         {"seconds", row.clip.duration_s},
         {"sound", row.source.has_audio},
         {"caption", caption},
         {"more_captions", row.more_captions},
         {"tags", row.tags},
         {"origin", row.caption ? nlohmann::json(to_text(row.caption->origin)) : nlohmann::json()}});
  }
  std::printf("%6lld  %4lldx%-4lld  %5lld  %6.2f  %-5s  %s  %s\n", static_cast<long long>(row.clip.id),
              static_cast<long long>(row.source.width), static_cast<long long>(row.source.height),
              static_cast<long long>(row.clip.frames()), row.source.fps(),
              row.source.has_audio ? "sound" : "", row.source.path.c_str(), caption.c_str());
}

void add_list(CLI::App& group, Session& session) {
  CLI::App* command =
      group.add_subcommand("list", "Clips: number, size, frames, rate, whether with sound, file, caption");
  auto folder = std::make_shared<std::string>(), filter = std::make_shared<std::string>();
  command->add_option("project", *folder, "Project folder")->required();
  command->add_option("--filter", *filter, "e.g. \"is:blurred width>=720 -tag:done caption:fox\"");
  command->callback([&session, folder, filter] {
    const project::Project opened = project::Project::open(*folder, project::Access::read_only);
    visit_clips(opened, parse_filter(*filter),
                [&](const project::ClipRow& row) { print_clip(session, row); });
  });
}

}  // namespace

void add_dataset(CLI::App& app, Session& session) {
  CLI::App* group = app.add_subcommand("dataset", "Import, caption, bucket, check and export clips");
  group->require_subcommand(1);
  for (const auto add : {add_dataset_fetch, add_import, add_list, add_dataset_clip, add_dataset_measure,
                         add_dataset_split, add_dataset_captions, add_dataset_caption_rules,
                         add_dataset_buckets, add_dataset_repeat, add_dataset_weigh, add_export})
    add(*group, session);
}

}  // namespace fw::cli
