// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QAction;
class QWidget;

namespace fw::ui {

/// Undo and Redo shortcuts anywhere in a page with its own history, since other pages use the same keys. A
/// text field first undoes its own typing. GUI thread only.
class HistoryKeys : public QObject {
  Q_OBJECT
 public:
  /// @param page  the page, including all its fields
  HistoryKeys(QWidget& page, QAction& undo, QAction& redo);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QAction& m_undo;
  QAction& m_redo;
};

}  // namespace fw::ui
