// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "workflow/dataset_jobs.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace fw::ui {

/// Asks how to read another program's dataset: layout, columns, location of the videos. GUI thread only.
class ImportDialog : public QDialog {
  Q_OBJECT
 public:
  explicit ImportDialog(QWidget* parent = nullptr);

  QLineEdit* path() const { return m_path; }
  QComboBox* layoutBox() const { return m_layout; }
  /// The project is not filled in.
  workflow::ImportRequest request() const;

 private:
  void updateFields();

  QLineEdit* m_path;
  QComboBox* m_layout;
  QLineEdit* m_captionColumn;
  QLineEdit* m_videoColumn;
  QLineEdit* m_dataRoot;
  QLineEdit* m_extension;
  QSpinBox* m_leastFrames;
  QCheckBox* m_updateCaptions;
  QCheckBox* m_captionLines;
  QPushButton* m_import;
};

/// Asks where and in which layout to write the clips for other programs. GUI thread only.
class ExportDialog : public QDialog {
  Q_OBJECT
 public:
  /// @param listed    clips left by a filter; empty: all clips
  /// @param selected  preselected if there are several
  /// @param buckets   for clips that are cut
  /// @param fps       for clips that are cut
  ExportDialog(std::vector<int64_t> listed, std::vector<int64_t> selected, std::vector<std::string> buckets,
               double fps, QWidget* parent = nullptr);

  QLineEdit* folder() const { return m_folder; }
  QComboBox* scope() const { return m_scope; }
  /// The project is not filled in.
  workflow::ExportRequest request() const;

 private:
  std::vector<std::vector<int64_t>> m_scopes;  // the clips of each entry of the box; empty: all
  std::vector<std::string> m_buckets;
  double m_fps;
  QLineEdit* m_folder;
  QComboBox* m_layout;
  QComboBox* m_clips;
  QComboBox* m_scope;
  QPushButton* m_export;
};

}  // namespace fw::ui
