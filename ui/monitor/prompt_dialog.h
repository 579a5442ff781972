// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <optional>

#include "catalog/model_spec.h"
#include "run/run_file.h"
#include "run/run_folder.h"

class QPlainTextEdit;

namespace fw::ui {

class WrapLabel;

/// Changes the prompts of a run's clips, while it trains or before it is resumed. GUI thread only.
class PromptDialog : public QDialog {
  Q_OBJECT
 public:
  /// @throws fw::Error if the run's folder cannot be read
  PromptDialog(const QString& runFolder, const QString& runName, QWidget* parent = nullptr);

  QPlainTextEdit* editor() const { return m_editor; }
  /// Why the prompts were rejected; empty: valid.
  QString problem() const;

  /// Saves the prompts in the run's folder, if they are valid.
  void accept() override;
  /// Asks before discarding changes.
  void reject() override;

 private:
  run::RunPaths m_run;
  run::RunSettings m_settings;
  std::optional<catalog::ModelSpec> m_model;  // nullopt: its folder is missing
  QPlainTextEdit* m_editor;
  QString m_before;  // the original prompts
  WrapLabel* m_problem;
};

}  // namespace fw::ui
