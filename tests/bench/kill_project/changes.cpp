// SPDX-License-Identifier: Apache-2.0
#include "changes.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include "dataset/dataset_manifest.h"
#include "media/writer.h"
#include "project/figures.h"
#include "project/import.h"
#include "project/samples.h"
#include "support/project_changes.h"

namespace {

using fw::project::Project;

std::filesystem::path samples_file(const Project& project) {
  return project.folder() / "dataset.jsonl";
}

void freeze_samples(const Project& project) {
  fw::dataset::DatasetManifest manifest;
  for (const fw::project::ClipRow& row : read_clips(project, list_clips(project))) {
    manifest.push_back(own_sample(project, row));
    std::string& source = manifest.back().source;  // equal in projects in different folders
    source = std::filesystem::path(source).filename();
  }
  write_dataset_manifest(samples_file(project), manifest, fw::Existing::replace);
}

void put_some_figures(Project& project, std::mt19937& random) {
  const auto ids = list_clips(project);
  if (ids.empty()) return;
  const fw::project::ClipRow row = read_clip(project, ids[random() % ids.size()]);
  fw::media::ClipAnalysis analysis;
  analysis.quality.sharpness = static_cast<double>(random() % 1000);
  project.write([&](SQLite::Database& database) {
    fw::project::put_figures(database, row.clip.id, row.clip.in_frame, row.clip.out_frame, analysis);
  });
}

}  // namespace

void make_videos(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  constexpr fw::media::Size size{64, 48};
  for (int video = 0; video < 3; ++video) {
    fw::media::ClipWriter writer(folder / ("Füchse " + std::to_string(video) + ".mp4"), size,
                                 {.preset = "ultrafast"});
    for (int frame = 0; frame < 110; ++frame) {  // longer than any cut of random_edit
      fw::media::RgbImage image(size.width, size.height);
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < 3 * size.width; ++x)
          image.row(y)[x] = static_cast<uint8_t>((x + frame) * (video + 1) + y);
      writer.write(image);
    }
    writer.finish();
  }
}

void make_change(Project& project, const std::filesystem::path& videos, std::mt19937& random) {
  switch (random() % 20) {
    case 0:
      import_clips(project, {&videos, 1});
      return;
    case 1:
    case 2:
    case 3:
      project.undo();
      return;
    case 4:
    case 5:
      project.redo();
      return;
    case 6:
    case 7:
      return freeze_samples(project);
    case 8:
      return put_some_figures(project, random);
    default:
      return random_edit(project, random);
  }
}

std::string content_of(const Project& project) {
  constexpr const char* queries[]{"SELECT * FROM sources",
                                  "SELECT * FROM clips",
                                  "SELECT clip_id, text, origin FROM captions",
                                  "SELECT id, clip_id, text, origin FROM caption_history",
                                  "SELECT * FROM clip_tags",
                                  "SELECT * FROM buckets",
                                  "SELECT * FROM settings",
                                  "SELECT * FROM clip_figures",
                                  "SELECT id, step, label, is_undone FROM edits",
                                  "SELECT name, seq FROM sqlite_sequence"};
  std::string content = project.read([&](SQLite::Database& database) {
    std::string all;
    for (const char* text : queries) {
      SQLite::Statement query(database, std::string(text) + " ORDER BY 1, 2");
      while (query.executeStep()) {
        for (int i = 0; i < query.getColumnCount(); ++i) all += query.getColumn(i).getString() + '|';
        all += '\n';
      }
      all += "--\n";
    }
    return all;
  });
  if (std::filesystem::exists(samples_file(project)))
    content += format_dataset_manifest(fw::dataset::read_dataset_manifest(samples_file(project)));
  return content;
}
