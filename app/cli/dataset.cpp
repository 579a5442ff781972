// SPDX-License-Identifier: Apache-2.0
#include "cli/dataset.h"

#include <cstdio>

#include "project/clips.h"
#include "workflow/dataset_jobs.h"

namespace fw::cli {

namespace {

void add_import(CLI::App& group, Session& session) {
  CLI::App* command =
      group.add_subcommand("import", "Add videos, images, folders and lists; creates the project if needed");
  auto folder = std::make_shared<std::string>();
  auto params = std::make_shared<nlohmann::json>(nlohmann::json::object());
  auto paths = std::make_shared<std::vector<std::string>>();
  command->add_option("project", *folder, "Project folder")->required();
  command
      ->add_option("paths", *paths,
                   "Files, folders, videos.txt, metadata.csv, metadata.jsonl or a list of paths")
      ->required();
  const auto text = [&](const char* flags, const char* key, const char* help) {
    command->add_option_function<std::string>(
        flags, [params, key](const std::string& value) { (*params)[key] = value; }, help);
  };
  text("--layout", "layout", "automatic, lists, sidecars, csv or jsonl");
  text("--caption-column,--caption_column", "caption_column",
       "Column with captions, or file of captions such as prompts.txt");
  text("--video-column,--video_column", "video_column", "Column with paths, or file of paths such as videos.txt");
  text("--data-root,--data_root", "data_root",
       "Folder that relative paths start at (default: the list's folder)");
  text("--caption-extension", "caption_extension", "Extension of caption files beside videos (default: .txt)");
  command->add_option_function<int64_t>(
      "--min-frames", [params](int64_t n) { (*params)["min_frames"] = n; }, "Skip clips that are shorter");
  command->callback([&session, folder, params, paths] {
    make_project_if_missing(*folder);
    (*params)["project"] = *folder;
    (*params)["paths"] = *paths;
    session.exit_code =
        run_dataset_job(session, "dataset_import", "Import clips", *params, [](const nlohmann::json& result) {
          print_row_faults("not imported", result.at("faults"));
          print_row_faults("warning", result.at("warnings"));
          if (const auto more = result.at("more_faults").get<long long>(); more > 0)
            std::printf("and %lld more that are not listed\n", more);
          std::printf("%lld clips imported, %lld already there, %zu rows with problems.\n",
                      result.at("imported").get<long long>(), result.at("already_there").get<long long>(),
                      result.at("faults").size());
        });
  });
}

void add_export(CLI::App& group, Session& session) {
  CLI::App* command = group.add_subcommand("export", "Write the clips in a layout that other trainers read");
  auto params = std::make_shared<nlohmann::json>(nlohmann::json::object());
  const auto text = [&](const char* flags, const char* key, const char* help) {
    return command->add_option_function<std::string>(
        flags, [params, key](const std::string& value) { (*params)[key] = value; }, help);
  };
  text("project", "project", "Project folder")->required();
  text("folder", "folder", "Output folder")->required();
  text("--layout", "layout", "lists (prompts.txt and videos.txt), sidecars, csv or jsonl");
  text("--filter", "filter", "Only these clips, e.g. \"is:captioned frames>=49\"");
  text("--id-token,--id_token", "id_token", "Word added in front of every caption");
  command->add_flag_callback(
      "--cut", [params] { (*params)["cut"] = true; },
      "Write cut, cropped and resized clips instead of references to the sources");
  command->add_flag_callback(
      "--split", [params] { (*params)["split"] = true; }, "Split long clips into several samples");
  command->add_option_function<std::vector<std::string>>(
      "--buckets,--video_resolution_buckets",
      [params](const std::vector<std::string>& buckets) { (*params)["buckets"] = buckets; },
      "Sizes of cut clips, FxHxW");
  command->add_option_function<double>(
      "--fps", [params](double fps) { (*params)["fps"] = fps; },
      "Frame rate of cut clips (default: unchanged)");
  command->add_option_function<int>(
      "--crf", [params](int crf) { (*params)["crf"] = crf; }, "Quality of H.264 (default: 17)");
  command->callback([&session, params] {
    session.exit_code =
        run_dataset_job(session, "dataset_export", "Export clips", *params, [](const nlohmann::json& result) {
          print_row_faults("not exported whole", result.at("faults"));
          std::printf("%lld clips exported as %lld files.\n", result.at("clips").get<long long>(),
                      result.at("files").get<long long>());
        });
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
         {"caption", caption},
         {"tags", row.tags},
         {"origin", row.caption ? nlohmann::json(to_text(row.caption->origin)) : nlohmann::json()}});
  }
  std::printf("%6lld  %4lldx%-4lld  %5lld  %6.2f  %s  %s\n", static_cast<long long>(row.clip.id),
              static_cast<long long>(row.source.width), static_cast<long long>(row.source.height),
              static_cast<long long>(row.clip.frames()), row.source.fps(), row.source.path.c_str(),
              caption.c_str());
}

void add_list(CLI::App& group, Session& session) {
  CLI::App* command = group.add_subcommand("list", "Clips: number, size, frames, rate, file, caption");
  auto folder = std::make_shared<std::string>();
  auto filter = std::make_shared<std::string>();
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
  add_import(*group, session);
  add_list(*group, session);
  add_dataset_clip(*group, session);
  add_dataset_measure(*group, session);
  add_dataset_split(*group, session);
  add_dataset_captions(*group, session);
  add_dataset_buckets(*group, session);
  add_export(*group, session);
}

}  // namespace fw::cli
