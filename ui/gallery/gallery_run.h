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

/// Whose sentences those of the gallery's functions are.
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
  QString content;  ///< names the file as it is; empty when it is not there

  bool isThere() const { return !content.isEmpty(); }
  bool operator==(const GalleryClip&) const = default;
};

/// The weights with which the clips of a step were made, as they are kept.
struct StepWeights {
  enum class Kind {
    none = 1,  ///< before training
    lora,      ///< `path` is its file
    model,     ///< `path` is the folder of a model that was trained as a whole
    pruned,    ///< the step's checkpoint is no longer there, or never was
    state,     ///< a checkpoint of a full fine-tune: training goes on from it, no model can be made of it
  };
  Kind kind = Kind::pruned;
  QString path{};
  /// The clips were made with averaged weights, which this file does not hold.
  bool isNotAveraged = false;
  double strength = 1;  ///< of a LoRA

  bool isUsable() const { return kind == Kind::lora || kind == Kind::model; }
  bool operator==(const StepWeights&) const = default;
};

/// A run's clips by step and prompt, and what they were made with; or those of a checkpoint grid, by row and
/// seed: a row's number is then its step.
struct GalleryRun {
  QString folder;     ///< as RunRow::folder
  QString trainedBy;  ///< the run that trained the weights: `folder`, but of a grid
  QString name;
  run::RunSettings settings;
  std::vector<qint64> steps;         ///< rising; those that have clips
  std::vector<GalleryClip> columns;  ///< the first clip of each name, in the order of the names
  std::vector<GalleryClip> clips;    ///< by step
  std::map<qint64, StepWeights> weights;
  std::map<qint64, qint64> trainedSteps;  ///< of a grid's rows: those of `trainedBy`

  bool isGrid() const { return !trainedSteps.empty(); }
  bool hasLoras() const {
    return std::ranges::any_of(weights,
                               [](const auto& each) { return each.second.kind == StepWeights::Kind::lora; });
  }
  bool isLora() const { return settings.training_type == run::TrainingType::lora; }
  /// Null when there is none.
  const GalleryClip* clip(qint64 step, const QString& name) const;
  const GalleryClip* clip(const QString& path) const;
};

/// "Before training", "Step 500"
QString stepText(qint64 step);
/// What stands before a row of clips.
QString rowText(const GalleryRun& run, qint64 step);
/// The prompt, and which of several clips of it this one is.
QString promptText(const GalleryRun& run, const GalleryClip& clip);

/// @throws fw::Error of the project's database or the run file; fw::Cancelled. Thread: any.
/// Cost: a look at each clip's file, none is opened.
GalleryRun readGalleryRun(const project::Project& project, const project::RunInfo& run, const QString& folder,
                          const std::stop_token& stop);

}  // namespace fw::ui
