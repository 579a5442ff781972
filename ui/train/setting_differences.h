// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_settings.h"
#include "ui/widgets/flat_table.h"

class QStandardItemModel;

namespace fw::ui {

/// The settings that differ between two runs, or between the states before and after a change: one row each,
/// with both values. GUI thread only.
class SettingDifferences : public FlatTable {
  Q_OBJECT
 public:
  SettingDifferences(const QString& key, const QString& accessibleName, const QString& emptyText);

  /// Clears the table and sets the titles of its three columns.
  void begin(const QStringList& titles);
  /// Ignores the dataset, since a run has its own copy.
  void compare(const run::RunSettings& left, const run::RunSettings& right);

 private:
  QStandardItemModel* m_rows;
};

}  // namespace fw::ui
