// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "project/captions.h"
#include "project/clips.h"
#include "project/project.h"

/// Rows for a project that need no videos, and random edits.

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
          .codec = "h264",
          .has_audio = number == 5};
}

/// Clips of sources 1 to `count`, each the whole source, with captions for every second one. @return their
/// ids
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
  const fw::project::ClipCuts request{.clip_id = id, .frames = std::move(cuts)};
  return split_clips(project, {&request, 1});
}

/// One random edit. Depends only on the project's content and `random`; the times of captions differ.
inline void random_edit(fw::project::Project& project, std::mt19937& random) {
  const auto ids = list_clips(project);
  if (ids.size() < 3) {
    add_test_clips(project, 6);
    return;
  }
  const int64_t id = ids[random() % ids.size()];
  const std::vector<int64_t> some{id, ids[random() % ids.size()]};
  const std::string text = "text " + std::to_string(random() % 100);
  switch (random() % 10) {
    case 0:
      return remove_clips(project, some);
    case 1: {
      const int64_t in = random() % 20;
      return set_cut(project, id, in, 30 + random() % 70);
    }
    case 2:
      return set_crop(project, some, fw::catalog::Crop{0, 0, 16, 16});
    case 3:
      return set_bucket(project, some, fw::catalog::Bucket{49, 480, 720});
    case 4:
      return static_cast<void>(split(project, id, {10, 50}));
    case 5:
      return add_tag(project, some, text);
    case 6:
      return set_caption(project, id, text);
    case 7:
      return remove_captions(project, some);
    case 8:
      return static_cast<void>(add_prefix(project, ids, text));
    default:
      return set_setting(project, "key", text);
  }
}
