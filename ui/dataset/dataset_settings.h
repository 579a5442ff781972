// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "catalog/model_spec.h"
#include "project/project.h"

namespace fw::ui {

/// What the project's clips are prepared for. Kept in the project's settings, so that it is undone as the
/// rest.
struct DatasetSettings {
  catalog::ModelSpec model{};
  std::string modelFolder{};  ///< holds the tokenizer that counts tokens; empty: none chosen
  double fps = 0;  ///< to which clips are resampled: the model's own unless set; 0: their frames as they are
  std::string idToken{};
  int64_t batchSize = 1;
  bool splitLongClips = false;  ///< several samples of a long clip

  static DatasetSettings read(const project::Project& project);
  /// One step of the undo history for each that differs.
  static void write(project::Project& project, std::string_view key, const std::string& value);

  /// Frames of the shortest sample that the buckets or, where there are none, the model takes.
  int64_t leastFrames(const project::Project& project) const;
};

}  // namespace fw::ui
