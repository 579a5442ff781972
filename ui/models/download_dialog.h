// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "catalog/downloads.h"
#include "workflow/download_jobs.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStandardItemModel;

namespace fw::ui {

class FlatTable;

/// The published models that can be downloaded: what each makes, its size, its licence, and whether this
/// computer's GPU can train it, according to the shipped presets. Asks for one of them and for its licence to
/// be accepted. GUI thread only.
class DownloadDialog : public QDialog {
  Q_OBJECT
 public:
  /// @param gpuBytes  memory of the largest GPU; 0: none
  explicit DownloadDialog(uint64_t gpuBytes, QWidget* parent = nullptr);

  workflow::ModelFetchRequest request() const;
  QString modelName() const;
  FlatTable* table() const { return m_table; }
  QCheckBox* accepts() const { return m_accepts; }
  QLineEdit* folder() const { return m_folder; }
  QPushButton* download() const { return m_download; }
  QLabel* terms() const { return m_terms; }

 private:
  void fill(uint64_t gpuBytes);
  void chooseFolder();
  void showChoice();
  void update();
  const catalog::Download* chosen() const;

  QStandardItemModel* m_rows;
  FlatTable* m_table;
  QLabel* m_terms;
  QCheckBox* m_accepts;
  QLineEdit* m_folder;
  QPushButton* m_download;
};

}  // namespace fw::ui
