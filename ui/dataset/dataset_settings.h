// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "catalog/model_spec.h"
#include "dataset/caption_texts.h"
#include "project/project.h"

namespace fw::ui {

/// Settings for preparing the project's clips. Stored in the project, so they can be undone like everything
/// else.
struct DatasetSettings {
  catalog::ModelSpec model{};
  std::string modelFolder{};  ///< has the tokenizer for counting tokens; empty: none chosen
  double fps = 0;             ///< rate to resample clips to, by default the model's; 0: original frames
  std::string idToken{};
  dataset::CaptionRules rules{};  ///< with idToken as their trigger word
  int64_t batchSize = 1;
  bool splitLongClips = false;  ///< several samples per long clip

  static DatasetSettings read(const project::Project& project);
  /// One undo step per changed setting.
  static void write(project::Project& project, std::string_view key, const std::string& value);

  /// Frames of the shortest sample that the buckets, or without buckets the model, allow.
  int64_t leastFrames(const project::Project& project) const;
};

}  // namespace fw::ui
