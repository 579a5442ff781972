// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/dataset_settings.h"

#include <algorithm>
#include <charconv>

#include "base/paths.h"
#include "project/bucket_plan.h"
#include "project/clips.h"

namespace fw::ui {

namespace {

template <typename Number>
Number numberSetting(const project::Project& project, std::string_view key, Number otherwise) {
  const std::string text = project::setting(project, key);
  Number number = otherwise;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

DatasetSettings DatasetSettings::read(const project::Project& project) {
  DatasetSettings settings;
  project::ChosenModel chosen = project::chosen_model(project);
  settings.model = std::move(chosen.model);
  settings.modelFolder = to_utf8(chosen.folder);
  settings.fps = numberSetting(project, "fps", settings.model.rules.fps);
  settings.idToken = project::setting(project, "id_token");
  settings.batchSize = std::max<int64_t>(1, numberSetting<int64_t>(project, "batch_size", 1));
  settings.splitLongClips = project::setting(project, "long_clips") == "split";
  return settings;
}

void DatasetSettings::write(project::Project& project, std::string_view key, const std::string& value) {
  if (project::setting(project, key) != value) project::set_setting(project, key, value);
}

int64_t DatasetSettings::leastFrames(const project::Project& project) const {
  int64_t least = model.rules.frame_step + 1;
  bool hasBuckets = false;
  for (const catalog::Bucket& bucket : project::project_buckets(project)) {
    if (bucket.frames == 1) continue;
    least = hasBuckets ? std::min(least, bucket.frames) : bucket.frames;
    hasBuckets = true;
  }
  return least;
}

}  // namespace fw::ui
