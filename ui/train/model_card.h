// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_settings.h"
#include "ui/train/settings_form.h"
#include "ui/widgets/card.h"

namespace fw::ui {

class RunCheck;
class RunDraft;
class SettingRow;
class WrapLabel;

/// The run's model folder and dataset, and their contents. GUI thread only.
class ModelCard : public Card {
  Q_OBJECT
 public:
  static constexpr std::string_view modelKey = "model.folder";
  static constexpr std::string_view datasetKey = "data.dataset";

  explicit ModelCard(RunDraft& draft, QWidget* parent = nullptr);
  void update(const RunCheck& check, const FaultTexts& faults);
  /// Null for a key without a row.
  QWidget* editor(std::string_view key) const;

 Q_SIGNALS:
  void settingEntered(const fw::catalog::Setting& setting);

 private:
  SettingRow* m_model;
  SettingRow* m_dataset;
  WrapLabel* m_modelFacts;
  WrapLabel* m_datasetFacts;
};

/// "text to video, image to video"
QString tasksText(const catalog::ModelSpec& model);
/// "<model>, text to video, made for clips of 49x480x720"
QString modelFactsText(const catalog::ModelSpec& model);

}  // namespace fw::ui
