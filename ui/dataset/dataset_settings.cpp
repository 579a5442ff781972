// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dataset/dataset_settings.h"

#include <algorithm>

#include "base/paths.h"
#include "project/bucket_plan.h"
#include "project/caption_rules.h"
#include "project/clips.h"

namespace fw::ui {

DatasetSettings DatasetSettings::read(const project::Project& project) {
  DatasetSettings settings;
  project::ChosenModel chosen = project::chosen_model(project);
  const project::BucketRequest request = project::project_request(project, std::move(chosen.model));
  settings.model = request.model;
  settings.modelFolder = to_utf8(chosen.source.folder);
  settings.fps = request.fps;
  settings.rules = project::caption_rules(project);
  settings.idToken = settings.rules.trigger;
  settings.batchSize = request.budget.batch_size;
  settings.splitLongClips = request.long_clips == dataset::LongClips::split;
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
