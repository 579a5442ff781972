// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace fw::ui {

/// Draws a cell as a progress bar with its text inside while its job has a progress, else as plain text.
class ProgressDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  /// @param fractionRole  0 to 1, -1 for a length unknown, invalid for no bar
  ProgressDelegate(int fractionRole, QObject* parent);
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  int m_fractionRole;
};

}  // namespace fw::ui
