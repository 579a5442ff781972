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

class WrapLabel;

/// Asks for the checkpoints, strengths and seeds of a grid of clips. GUI thread only.
class GridDialog : public QDialog {
  Q_OBJECT
 public:
  /// @param clip   generated again in each cell
  /// @param loras  of the run, by step; at least one
  GridDialog(const QString& runFolder, engine_api::GenerateRequest clip, std::map<qint64, QString> loras,
             QWidget* parent = nullptr);

  /// The grid as chosen now. Skips words that are not numbers; fault() names the first one.
  CheckpointGrid grid() const;

  QListWidget* checkpoints() const { return m_checkpoints; }
  QLineEdit* strengths() const { return m_strengths; }
  QLineEdit* seeds() const { return m_seeds; }
  QCheckBox* without() const { return m_without; }
  QPushButton* start() const { return m_start; }
  /// The fault, or the grid's number of clips.
  QString says() const;

 private:
  /// Why the grid cannot be started; empty if it can.
  QString fault() const;
  QString sumText() const;
  int checkedCheckpoints() const;
  void update();

  const QString m_runFolder;
  const engine_api::GenerateRequest m_clip;
  const std::map<qint64, QString> m_loras;
  QListWidget* m_checkpoints;
  QLineEdit* m_strengths;
  QLineEdit* m_seeds;
  QCheckBox* m_without;
  WrapLabel* m_says;
  QPushButton* m_start;
};

}  // namespace fw::ui
