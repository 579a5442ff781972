// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <utility>
#include <vector>

class QComboBox;

namespace fw::ui {

class SettingDifferences;
class WrapLabel;

/// The settings in which two runs differ, side by side. GUI thread only.
class RunCompare : public QDialog {
  Q_OBJECT
 public:
  using Named = std::pair<QString, QString>;  ///< name and folder of a run

  /// @param runs  at least two, newest first; @param chosen  folders of one or two of them, in that order
  RunCompare(const std::vector<Named>& runs, const QStringList& chosen, QWidget* parent = nullptr);

  SettingDifferences* table() const { return m_table; }
  QComboBox* first() const { return m_left; }
  QComboBox* other() const { return m_right; }

 private:
  void compare();

  QComboBox* m_left;
  QComboBox* m_right;
  SettingDifferences* m_table;
  WrapLabel* m_fault;
};

}  // namespace fw::ui
