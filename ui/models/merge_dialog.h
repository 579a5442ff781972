// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <vector>

#include "engine_api/requests.h"

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLineEdit;
class QPushButton;

namespace fw::ui {

class ModelLibrary;
class WrapLabel;
struct LibraryLora;

/// Asks for LoRAs of one model to combine, each with its strength: into a LoRA file, or into a model with
/// merged weights. Replaces nothing. GUI thread only.
class LoraMergeDialog : public QDialog {
  Q_OBJECT
 public:
  /// @param chosen  at least one, preselected; @param folder  default location
  LoraMergeDialog(const std::vector<const LibraryLora*>& chosen, const ModelLibrary& library,
                  const QString& folder, QWidget* parent = nullptr);

  engine_api::LoraRequest request() const;
  QComboBox* work() const { return m_work; }
  QLineEdit* target() const { return m_target; }
  QPushButton* merge() const { return m_merge; }

 private:
  struct Row {
    QString path;
    QStringList models;  ///< models that it fits
    QCheckBox* taken;
    QDoubleSpinBox* weight;
    QWidget* line;
  };

  QWidget* makeList(const std::vector<const LibraryLora*>& chosen, const ModelLibrary& library);
  void choosePlace();
  void proposeName();
  void update();
  bool writesModel() const;
  QString targetPath() const;

  QString m_folder;
  QString m_name;
  QString m_proposed;
  std::vector<Row> m_rows;
  QComboBox* m_work;
  QComboBox* m_model;
  QLineEdit* m_target;
  WrapLabel* m_note;
  QPushButton* m_merge;
};

}  // namespace fw::ui
