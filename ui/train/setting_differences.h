// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/run_settings.h"
#include "ui/widgets/flat_table.h"

class QStandardItemModel;

namespace fw::ui {

/// The settings in which two runs, or a run before and after a change, differ: a row each, with both values.
/// GUI thread only.
class SettingDifferences : public FlatTable {
  Q_OBJECT
 public:
  SettingDifferences(const QString& key, const QString& accessibleName, const QString& emptyText);

  /// Empty, with these titles of its three columns.
  void begin(const QStringList& titles);
  /// Without the dataset: a run has its own copy.
  void compare(const run::RunSettings& left, const run::RunSettings& right);

 private:
  QStandardItemModel* m_rows;
};

}  // namespace fw::ui
