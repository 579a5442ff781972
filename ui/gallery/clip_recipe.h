// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "ui/gallery/gallery_run.h"
#include "ui/state/navigator.h"

namespace fw::ui {

/// Data from a clip's file.
struct ClipRecipe {
  std::string recorded;  ///< the engine's record in its metadata
  qint64 width = 0;
  qint64 height = 0;
  qint64 frames = 0;
  double fps = 0;
  QString hash;  ///< of the file's bytes
};

/// @throws fw::Error media.*; fw::Cancelled. Thread: any. Cost: reads the file twice.
ClipRecipe readClipRecipe(const QString& file, const std::stop_token& stop);

/// Everything known about how a clip was generated, in the user's language: name and value.
std::vector<std::pair<QString, QString>> recipeRows(const GalleryRun& run, const GalleryClip& clip,
                                                    const ClipRecipe& recipe);
/// The same as lines of text.
QString recipeText(const std::vector<std::pair<QString, QString>>& rows);

/// A request that generates this clip again, with the step's weights if they still exist.
engine_api::GenerateRequest generationOf(const GalleryRun& run, const GalleryClip& clip,
                                         const ClipRecipe& recipe);
/// Only the model and the weights of a step. @param weights  usable
WeightsChoice weightsChoice(const GalleryRun& run, const StepWeights& weights);

/// Why the weights of a step cannot be used, as a sentence; empty if they can.
QString whyNotUsable(const StepWeights& weights);

}  // namespace fw::ui
