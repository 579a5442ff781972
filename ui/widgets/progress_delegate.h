// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace fw::ui {

/// Draws a cell as a progress bar with text while its job reports progress, otherwise as plain text.
class ProgressDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  /// @param fractionRole  0 to 1; -1: unknown length; invalid: no bar
  ProgressDelegate(int fractionRole, QObject* parent);
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  int m_fractionRole;
};

}  // namespace fw::ui
