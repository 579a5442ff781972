// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <filesystem>
#include <optional>
#include <vector>

#include "engine_api/requests.h"

namespace fw::ui {

/// The pages in rail order.
enum class PageId { start, dataset, train, monitor, gallery, generate, models, check };

/// A model and LoRAs for generating clips.
struct WeightsChoice {
  std::filesystem::path model;                               ///< empty: unchanged
  catalog::Parts parts;                                      ///< parts of `model` in other folders
  std::optional<std::vector<engine_api::LoraChoice>> loras;  ///< nullopt: unchanged
};

/// Requests from one page to another, so that no page needs to know another one: the requester emits, the
/// target page listens, and the window shows it. GUI thread only.
class Navigator : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

 Q_SIGNALS:
  void pageRequested(fw::ui::PageId page);
  /// Train page, with the project's clips as dataset.
  void trainingRequested();
  /// Train page. @param modelFolder  a model to train
  void modelRequested(const QString& modelFolder);
  /// The same, but without changing the current page.
  void modelNamed(const QString& modelFolder);
  /// Train page, with the settings of a run.
  void settingsRequested(const QString& runFolder);
  /// Train page, at a setting's row. @param key  "lora.rank"
  void settingRequested(const QString& key);
  /// Dataset page, with these clips of the project selected.
  void datasetClipsRequested(const std::vector<int64_t>& clips);
  /// Monitor page.
  void runRequested(const QString& runFolder);
  /// Gallery page. @param clip  absolute; empty: the run's newest
  void clipRequested(const QString& runFolder, const QString& clip);
  /// Generate page, with a clip's whole recipe.
  void generationRequested(const fw::engine_api::GenerateRequest& request);
  /// Generate page, with other weights and everything else unchanged.
  void weightsRequested(const fw::ui::WeightsChoice& weights);
};

}  // namespace fw::ui
