// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QTemporaryDir>
#include <filesystem>
#include <string>
#include <vector>

#include "project/captions.h"
#include "project/clips.h"
#include "project/project.h"

/// A folder that vanishes, with a name that is hard on paths.
class TestFolder {
 public:
  std::filesystem::path path() const {
    const std::filesystem::path folder =
        std::filesystem::path(folder_.path().toStdString()) / "Größe 100% #1? 漢字";
    std::filesystem::create_directories(folder);
    return folder;
  }

 private:
  // In memory where possible: these tests commit thousands of times, and what they test is not the disk.
  QTemporaryDir folder_{QDir("/dev/shm").exists() ? "/dev/shm/framewright-test-XXXXXX"
                                                  : QDir::tempPath() + "/framewright-test-XXXXXX"};
};

inline fw::project::Source test_source(int number) {
  return {.path = "videos/clip " + std::to_string(number) + ".mp4",
          .hash = "hash" + std::to_string(number),
          .bytes = 1000 + number,
          .modified_ms = 1'700'000'000'000,
          .width = 640 + number,
          .height = 480,
          .fps_numerator = 24000,
          .fps_denominator = 1001,
          .frames = 100 + number,
          .duration_s = (100 + number) * 1.001 / 24,
          .codec = "h264"};
}

/// Clips of sources 1 to `count`, each the whole source, with captions of every second one. @return their ids
inline std::vector<int64_t> add_test_clips(fw::project::Project& project, int count) {
  std::vector<int64_t> ids;
  project.edit("Import", [&](SQLite::Database& database) {
    for (int i = 1; i <= count; ++i) {
      const fw::project::Source source = test_source(i);
      const int64_t source_id = add_source(database, source);
      ids.push_back(fw::project::add_clip(database, {.source_id = source_id,
                                                     .in_frame = 0,
                                                     .out_frame = source.frames,
                                                     .duration_s = source.duration_s}));
      if (i % 2 == 0) {
        fw::project::put_caption(database, ids.back(), "A red ball, number " + std::to_string(i),
                                 fw::project::CaptionOrigin::import);
      }
    }
  });
  return ids;
}

inline std::vector<int64_t> split(fw::project::Project& project, int64_t id, std::vector<int64_t> cuts) {
  const fw::project::ClipCuts wish{.clip_id = id, .frames = std::move(cuts)};
  return split_clips(project, {&wish, 1});
}
