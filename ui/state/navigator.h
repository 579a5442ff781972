// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <filesystem>
#include <optional>
#include <vector>

#include "engine_api/requests.h"

namespace fw::ui {

/// The pages in the order of the rail.
enum class PageId { start, dataset, train, monitor, gallery, generate, models, check };

/// A model and LoRAs to make clips with.
struct WeightsChoice {
  std::filesystem::path model;                               ///< empty: as it is
  catalog::Parts parts;                                      ///< of `model`, that lie elsewhere
  std::optional<std::vector<engine_api::LoraChoice>> loras;  ///< nothing: as they are
};

/// What one page wants of another, so that no page knows another one: whoever asks emits, the page concerned
/// listens, and the window shows it. GUI thread only.
class Navigator : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

 Q_SIGNALS:
  void pageWanted(fw::ui::PageId page);
  /// Train page, with the project's clips as its dataset.
  void trainingWanted();
  /// Train page. @param modelFolder  a model to train
  void modelWanted(const QString& modelFolder);
  /// The same, and the page that is shown stays.
  void modelNamed(const QString& modelFolder);
  /// Train page, with the settings of a run.
  void settingsWanted(const QString& runFolder);
  /// Train page, at the row of a setting. @param key  "lora.rank"
  void settingWanted(const QString& key);
  /// Dataset page, with these clips of the project selected.
  void datasetClipsWanted(const std::vector<int64_t>& clips);
  /// Monitor page.
  void runWanted(const QString& runFolder);
  /// Gallery page. @param clip  absolute; empty: the run's newest
  void clipWanted(const QString& runFolder, const QString& clip);
  /// Generate page, with all of a clip's recipe.
  void generationWanted(const fw::engine_api::GenerateRequest& request);
  /// Generate page, with other weights; all else stays.
  void weightsWanted(const fw::ui::WeightsChoice& weights);
};

}  // namespace fw::ui
