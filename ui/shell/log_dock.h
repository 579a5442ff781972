// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>
#include <QModelIndexList>

#include "base/error.h"

class QComboBox;
class QLineEdit;

namespace fw::ui {

class ActionRegistry;
class EngineBridge;
class FlatTable;
class LogFilter;
class LogModel;

/// The log, with level filter, search, follow mode and copying. GUI thread only.
class LogDock : public QDockWidget {
  Q_OBJECT
 public:
  LogDock(EngineBridge& bridge, LogModel& log, ActionRegistry& actions, QWidget* parent = nullptr);

  FlatTable* table() const { return m_table; }
  /// Shows all lines and selects the newest one with this fault.
  void showLine(const Fault& fault);
  /// The selected lines, or all visible ones.
  QString textToCopy() const;

 private:
  QWidget* makeControls(const EngineBridge& bridge, ActionRegistry& actions);
  void makeTable();
  QModelIndexList allLines() const;
  QString textOf(QModelIndexList lines) const;

  LogModel& m_log;
  LogFilter* m_filter;
  FlatTable* m_table;
  QComboBox* m_level;
  QLineEdit* m_search;
  QAction* m_follow = nullptr;
};

}  // namespace fw::ui
