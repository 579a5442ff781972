// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>
#include <algorithm>
#include <map>
#include <stop_token>
#include <utility>
#include <vector>

#include "project/runs.h"
#include "run/run_settings.h"

namespace fw::ui {

/// Translation context of the gallery's functions.
class GalleryText {
  Q_DECLARE_TR_FUNCTIONS(GalleryText)
};

/// A validation clip of a run.
struct GalleryClip {
  qint64 step = 0;
  QString name;  ///< of its file, "<prompt>-<number>": the same at every step
  QString prompt;
  qint64 seed = 0;
  QString path;     ///< absolute
  QString content;  ///< names the file in its current state; empty if it is missing

  bool isThere() const { return !content.isEmpty(); }
  bool operator==(const GalleryClip&) const = default;
};

/// The weights with which a step's clips were generated, and whether they still exist.
struct StepWeights {
  enum class Kind {
    none = 1,  ///< before training
    lora,      ///< `path` is its file
    model,     ///< `path` is a full model's folder
    pruned,    ///< the step's checkpoint was deleted or never existed
    state,     ///< a checkpoint of a full fine-tune: it can be resumed, but is not a model
  };
  Kind kind = Kind::pruned;
  QString path{};
  /// The clips were generated with averaged weights, which this file does not have.
  bool isNotAveraged = false;
  double strength = 1;  ///< of a LoRA

  bool isUsable() const { return kind == Kind::lora || kind == Kind::model; }
  bool operator==(const StepWeights&) const = default;
};

/// A run's clips by step and prompt, and their weights; or those of a checkpoint grid by row and seed, with
/// the row's number as step.
struct GalleryRun {
  QString folder;     ///< as RunRow::folder
  QString trainedBy;  ///< the run that trained the weights: `folder`, except for a grid
  QString name;
  run::RunSettings settings;
  std::vector<qint64> steps;         ///< ascending; only steps with clips
  std::vector<GalleryClip> columns;  ///< the first clip of each name, in name order
  std::vector<GalleryClip> clips;    ///< by step
  std::map<qint64, StepWeights> weights;
  std::map<qint64, qint64> trainedSteps;  ///< of a grid's rows, in `trainedBy`

  bool isGrid() const { return !trainedSteps.empty(); }
  bool hasLoras() const {
    return std::ranges::any_of(weights,
                               [](const auto& each) { return each.second.kind == StepWeights::Kind::lora; });
  }
  bool isLora() const { return settings.training_type == run::TrainingType::lora; }
  /// Null: none.
  const GalleryClip* clip(qint64 step, const QString& name) const;
  const GalleryClip* clip(const QString& path) const;
};

/// "Before training", "Step 500"
QString stepText(qint64 step);
/// Label of a row of clips.
QString rowText(const GalleryRun& run, qint64 step);
/// The prompt, and the clip's number if the prompt has several.
QString promptText(const GalleryRun& run, const GalleryClip& clip);

/// @throws fw::Error for the project's database or the run file; fw::Cancelled. Thread: any. Cost: one stat
/// per clip file; opens none.
GalleryRun readGalleryRun(const project::Project& project, const project::RunInfo& run, const QString& folder,
                          const std::stop_token& stop);

}  // namespace fw::ui
