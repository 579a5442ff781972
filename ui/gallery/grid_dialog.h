// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <map>

#include "ui/gallery/checkpoint_grid.h"

class QCheckBox;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace fw::ui {

/// Asks which checkpoints, strengths and seeds a grid of clips has. GUI thread only.
class GridDialog : public QDialog {
  Q_OBJECT
 public:
  /// @param clip   that is made again in each cell
  /// @param loras  of the run, by step; at least one
  GridDialog(const QString& runFolder, engine_api::GenerateRequest clip, std::map<qint64, QString> loras,
             QWidget* parent = nullptr);

  /// As it is chosen now; of no size where something cannot be used.
  CheckpointGrid grid() const;

  QListWidget* checkpoints() const { return m_checkpoints; }
  QLineEdit* strengths() const { return m_strengths; }
  QLineEdit* seeds() const { return m_seeds; }
  QCheckBox* without() const { return m_without; }
  QPushButton* start() const { return m_start; }

 private:
  void update();

  const QString m_runFolder;
  const engine_api::GenerateRequest m_clip;
  const std::map<qint64, QString> m_loras;
  QListWidget* m_checkpoints;
  QLineEdit* m_strengths;
  QLineEdit* m_seeds;
  QCheckBox* m_without;
  QPushButton* m_start;
};

}  // namespace fw::ui
